% proves: 4.9.4 what is asserted decides a where clause: no choice is left for the run
% expect: ok
reduction (x : scalar) -> distance(x) = x where x >= 0
reduction (x : scalar) -> distance(x) = -x where x < 0
function y = of_negative(x : scalar)
  assert(x < -1)
  y = distance(x)
endfunction
function y = of_branch(x : scalar)
  if x > 2
    y = distance(x) + 1
  else
    y = 0
  endif
endfunction
assert(of_negative(-3) == 3 && of_branch(5) == 6 && of_branch(1) == 0)
print "ok"
