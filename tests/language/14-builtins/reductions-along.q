% proves: STDLIB 2 reductions and running sums along each dimension, of lines short and long
% expect: ok
function [] = same(a, b, what)
  assert(all(size(a) == size(b)), what)
  assert(max(abs(a - b)) <= 1e-4 * max(1.0, max(abs(b))), what)
endfunction
function [] = test(m, n, c)
  seed(m + 10*n + 100*c)
  x = rand(m, n, c)
  s0 = zeros(1, n, c)
  s1 = zeros(m, 1, c)
  s2 = zeros(m, n)
  p1 = zeros(m, 1, c) + 1
  r0 = zeros(m, n, c)
  r1 = zeros(m, n, c)
  r2 = zeros(m, n, c)
  for i = 0..m-1
    for j = 0..n-1
      for k = 0..c-1
        s0[0,j,k] += x[i,j,k]
        s1[i,0,k] += x[i,j,k]
        s2[i,j] += x[i,j,k]
        p1[i,0,k] *= x[i,j,k] + 0.5
        r0[i,j,k] = s0[0,j,k]
        r1[i,j,k] = s1[i,0,k]
        r2[i,j,k] = s2[i,j]
      endfor
    endfor
  endfor
  same(sum(x,0), s0, "sum 0")
  same(sum(x,1), s1, "sum 1")
  same(sum(x,2), s2, "sum 2")
  same(mean(x,1), s1 / n, "mean 1")
  same(mean(x,2), s2 / c, "mean 2")
  same(prod(x + 0.5,1), p1, "prod 1")
  same(cumsum(x,0), r0, "cumsum 0")
  same(cumsum(x,1), r1, "cumsum 1")
  same(cumsum(x,2), r2, "cumsum 2")
  same(real(sum(complex(x,x),1)), s1, "complex 1")
  same(imag(cumsum(complex(x,x),1)), r1, "complex cumsum 1")
  assert(all(all(x > -1, 1)) && !any(any(x > 1, 2)), "tests")
endfunction
test(1,1,1)
test(3,5,1)
test(7,1300,1)
test(1300,7,1)
test(5,4,3)
test(11,700,3)
test(40,30,70)
test(2,3,1100)
assert(all(sum(zeros(0,3),0) == 0) && all(size(sum(zeros(0,3),0)) == [1,3]))
assert(all(size(sum(zeros(3,0),1)) == [3,1]) && sum(sum(zeros(3,0),1)) == 0)
x = imat(3,4)+1
assert(all(sum(x,1) == 4) && all(sum(x,0) == 3))
print "ok"
