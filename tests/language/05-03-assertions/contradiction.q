% proves: 5 an assertion against an earlier one is a compile error that names both
% expect: check-error `n<3` is contradictory with `n>5`
function [] = f(n : int)
  assert(n > 5)
  assert(n < 3)
endfunction
f(6)
