% proves: 4.9.4 a where clause that what is asserted refutes: the reduction is not there
% expect: check-error no reductions available
reduction (x : scalar) -> root_of(x) = sqrt(x) where x >= 0
function y = of_negative(x : scalar)
  assert(x < -1)
  y = root_of(x)
endfunction
print of_negative(-3)
