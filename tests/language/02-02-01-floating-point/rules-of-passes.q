% proves: 2.2.1 what compiled code drops, moves or merges keeps NaN, infinities and signs of zeros (PASSES.md lists the rules)
% expect: stdout
%> times one: nan inf -inf -0 0 9.9999461e-41 -3 16777216
%> quotient by a power of two: nan inf -inf -0 0 3.90962272e-43 -0.01171875 65536
%> times zero in an unrolled loop: nan nan nan 0 0 0 0 0
%> times zero: nan nan nan -0 0 0 -0 0
%> times a comparison: nan inf nan -0 0 9.9999461e-41 -0 16777216
%> plus zero: nan inf -inf 0 0 9.9999461e-41 -3 16777216
%> zero minus: nan -inf inf 0 0 -9.9999461e-41 3 -16777216
%> minus itself: nan nan nan 0 0 0 0 0
%> by itself: nan nan nan nan nan 1 1 1
%> power of 0, equal to itself: 1 3 3 3 3 3 3 3
%> power of a half: nan inf inf -0 0 9.99997303e-21 nan 4096
%> cube: nan inf -inf -0 0 0 -27 4.72236648e+21
%> power of -1: nan 0 -0 -inf inf inf -0.333333343 5.96046448e-08
%> minus minus: nan inf -inf -0 0 9.9999461e-41 -3 16777216
%> comparisons with constants: 0 1 2 3 3 3 2 3
%> not less: 1 0 0 0 0 0 0 0
%> choices: 7 inf inf 0 -0 -9.9999461e-41 3 16777216
%> single precision in a serial loop: nan nan inf -inf 0 9.99997303e-21 1.73205078 4094.5
%> an expression: nan inf -inf 0 0 9.9999461e-41 -3 16777216
%> fused: nan nan nan 0 0 0 0 0
%> sums with both infinities: 1 1
%> sum of one infinity: inf
%> neighbours: nan nan nan -inf 9.9999461e-41 -3 16777213 nan
nan_ = 0/0.0
inf_ = 1/0.0
v = [nan_, inf_, -inf_, -0.0, 0.0, 1e-40, -3.0, 16777217.0]
n = 400
x = zeros(n)
{!interpreted for}
for t=0..n-1
  x[t] = v[mod(t,8)]
endfor
function s = show(y : vec)
  s = ""
  {!interpreted for}
  for t=8..15
    e = y[t]
    s = s + (isnan(e) ? "nan" : e == 0 ? (1/e < 0 ? "-0" : "0") : sprintf("%.9g", e)) + " "
  endfor
endfunction
y = zeros(n)

function [] = __kernel__ identities(x : vec, y : vec, one : scalar, pos : int)
  y[pos] = (x[pos]*1)/1*1.0
endfunction
parallel_do(n, x, y, 1, identities)
print "times one: ", show(y)

for t=0..n-1
  y[t] = x[t]/256
endfor
print "quotient by a power of two: ", show(y)

for t=0..n-1
  z = 0.0
  for k=-1..1
    z += k*x[t] - k*x[t]
  endfor
  y[t] = z
endfor
print "times zero in an unrolled loop: ", show(y)

for t=0..n-1
  y[t] = 0*x[t] + mod(t,1)*x[t]
endfor
print "times zero: ", show(y)

for t=0..n-1
  y[t] = (x[t] > 0)*x[t]
endfor
print "times a comparison: ", show(y)

for t=0..n-1
  y[t] = x[t] + 0.0
endfor
print "plus zero: ", show(y)

for t=0..n-1
  y[t] = 0.0 - x[t]
endfor
print "zero minus: ", show(y)

for t=0..n-1
  y[t] = x[t] - x[t]
endfor
print "minus itself: ", show(y)

for t=0..n-1
  y[t] = x[t]/x[t]
endfor
print "by itself: ", show(y)

for t=0..n-1
  y[t] = x[t]^0 + 2*(x[t] == x[t])
endfor
print "power of 0, equal to itself: ", show(y)

for t=0..n-1
  y[t] = x[t]^0.5
endfor
print "power of a half: ", show(y)

for t=0..n-1
  y[t] = x[t]^3
endfor
print "cube: ", show(y)

for t=0..n-1
  y[t] = x[t]^(-1)
endfor
print "power of -1: ", show(y)

for t=0..n-1
  y[t] = -(-x[t])
endfor
print "minus minus: ", show(y)

for t=0..n-1
  y[t] = 2*(x[t] < 16777218.0) + (x[t] >= 0.0)
endfor
print "comparisons with constants: ", show(y)

for t=0..n-1
  y[t] = !(x[t] < 1) + 2*(x[t] >= 1)
endfor
print "not less: ", show(y)

for t=0..n-1
  y[t] = x[t] > 1 ? x[t] : x[t] <= 1 ? -x[t] : 7.0
endfor
print "choices: ", show(y)

{!serial for}
for t=1..n-1
  y[t] = x[t-1]*0.5 + sqrt(abs(x[t]))
endfor
print "single precision in a serial loop: ", show(y)

y = (x.*1 + 0.0)./1
print "an expression: ", show(y)

w = zeros(n)
function [] = fused(x : vec, y : vec, w : vec, n : int)
  {!kernel_fusion strategy="smart"}
  for t=0..n-1
    w[t] = x[t]*3
  endfor
  for t=0..n-1
    y[t] = w[t]*0.1 - w[t]*0.1
  endfor
endfunction
fused(x, y, w, n)
print "fused: ", show(y)

s = 0.0
m = 0.0
for t=9..15
  s += x[t]
  m += t*0*x[t]
endfor
print "sums with both infinities: ", isnan(s), " ", isnan(m)
s = 0.0
for t=10..15
  s -= x[t]
endfor
print "sum of one infinity: ", s
for t=8..n-1
  y[t] = (x[t-1] + x[t]) + (x[t+1 > n-1 ? 0 : t+1])
endfor
print "neighbours: ", show(y)
