% proves: 2.3, LANGUAGE.md: an updated element that the loop uses as a value is a dependence
% expect: ok
n = 1000
h = zeros(4)
x = zeros(n)
for i=0..n-1
  x[i] = (h[mod(i,4)] += 1)
endfor
for i=0..n-1
  assert(x[i] == floor(i/4) + 1, "in order")
endfor
print "ok"
