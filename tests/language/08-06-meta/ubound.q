% proves: 8.6 $ubound is an upper bound that follows from assertions
% expect: ok
function y = f(a : mat, m : int, n : int)
  assert(numel(a) <= 32 && m <= 4 && m >= 0 && n < 10 && n >= 0)
  assert($ubound(numel(a)) == 32)
  assert($ubound(m) == 4 && $ubound(m * n) == 36 && $ubound(2*m + 1) == 9)
  assert($ubound(min(m, 2)) == 2 && $ubound(mod(n, 3)) == 2)
  assert($ubound(size(a, 0)) == inf)
  y = 1
endfunction
assert(f(zeros(2,3), 1, 2) == 1)
symbolic t
assert(t < 4)
assert($ubound(t) == 4 && $ubound(3*t - 2) == 10)
for i = 0..9
  assert($ubound(i) == 9 && $ubound(i*i) == 81)
endfor
print "ok"
