% proves: int of a truth value times a fraction, and of its quotients, in expressions, kernels and loops
% expect: ok
function [] = __kernel__ quarter(a : vec, r : vec[int], pos : int)
  r[pos] = int((a[pos] > 0)*0.25) + int((a[pos] > 0)*0.5)
  r[pos] += shr(int((a[pos] > 0)/2), 1)
endfunction
m = ones(1,100) > 0
assert(all(int(m*0.5) == 0) && all(int(m/2) == 0) && all(int(m*2.5) == 2))
a = mod(0..99, 3) - 1.0
r = vec[int](100)
parallel_do(100, a, r, quarter)
assert(all(r == 0))
for i = 0..99
  r[i] = int((a[i] > 0)*0.5) + int(a[i] < 0)
endfor
assert(sum(r) == 34)
b = mod(repmat(0..31, [40,1]), 2) > 0
assert(all(int(b[0..15,:]*0.5) == 0))
print "ok"
