% proves: 14.1 rand and randn draw doubles with the same bits wherever they are made, and go on behind them
% expect: ok
% options: --double
% short arrays are made by the host
function [] = same(x, y, what)
  assert(max(abs(x - y)) == 0, what, ": ", max(abs(x - y)), " apart")
endfunction
for n = [1,2,1001,20001]
  m = 2*int(n/5)
  seed(1234567*n)
  x = rand(n)
  z = rand(3)
  seed(1234567*n)
  same(x, m > 0 ? horzcat(rand(m), rand(m), rand(n-2*m)) : rand(n), "rand")
  same(z, rand(3), "behind rand")
  seed(1234567*n)
  x = randn(n)
  z = randn(3)
  seed(1234567*n)
  same(x, m > 0 ? horzcat(randn(m), randn(m), randn(n-2*m)) : randn(n), "randn")
  same(z, randn(3), "behind randn")
endfor
seed(2^40 + 5)
x = randn(300,400)
y = rand(300,400,1)
assert(abs(mean(x)) < 0.02 && abs(std(x) - 1) < 0.02 && min(y) >= 0 && max(y) < 1 && abs(mean(y) - 0.5) < 0.01)
seed(2^40 + 5)
same(randn(120000), reshape(x, [1,120000]), "dimensions")
print "ok"
