% proves: LANGUAGE.md, one meaning everywhere: a rest of zero is +0, interpreted and compiled
% expect: ok
n = 400
x = -1*(0..n-1)
y = zeros(n)
z = zeros(n)
for i=0..n-1
  y[i] = 1/mod(x[i], 7)
endfor
for i=1..n-1
  z[i] = 1/mod(x[i], 7) + 0*z[i-1]
endfor
w = 1 ./ mod(x, 7)
assert(y[7] == inf && z[7] == inf, "in a loop")
assert(w[7] == inf && 1/mod(-14.0, 7) == inf && 1/mod(x[14], 7) == inf, "in an expression and of numbers")
print "ok"
