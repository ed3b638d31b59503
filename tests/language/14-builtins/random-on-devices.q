% proves: 14.1 rand, randn and randi draw numbers with the same bits wherever they are made, and go on behind them
% expect: ok
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
% of 2^31 - 2^29 values, a number in 2^33 is drawn again
for n = {1, 6, 256, 1000003, 2^31 - 2^29, 2^31}
  seed(77 + n)
  x = randi(n, 40001)
  z = rand(3)
  seed(77 + n)
  y = horzcat(randi(n, 15000), randi(n, 15000), randi(n, 10001))
  assert(max(abs(float(x) - float(y))) == 0 && type(x) == type(y), "randi of ", n)
  assert(min(x) >= 0 && max(x) < n, "randi of ", n, ": range")
  same(z, rand(3), "behind randi")
endfor
seed(2^40 + 5)
x = randn(300,400)
y = rand(300,400,1)
assert(abs(mean(x)) < 0.02 && abs(std(x) - 1) < 0.02 && min(y) >= 0 && max(y) < 1 && abs(mean(y) - 0.5) < 0.01)
seed(2^40 + 5)
same(randn(120000), reshape(x, [1,120000]), "dimensions")
print "ok"
