% proves: 7 objects in loops that could be parallel
% expect: ok
type setting : class
  gain : scalar
  offset : scalar
endtype
type tally : mutable class
  n : int
  sums : vec
endtype
s = setting(gain:=2, offset:=0.5)
t = tally(n:=0, sums:=zeros(8))
y = zeros(1000)
for i = 0..999
  y[i] = s.gain * i + s.offset
  t.n += 1
  t.sums[mod(i,8)] += 1
endfor
assert(y[10] == 20.5 && y[999] == 1998.5 && t.n == 1000 && sum(t.sums) == 1000)
print "ok"
