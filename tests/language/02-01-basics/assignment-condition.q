% proves: 2.1 = in a condition assigns, with a warning unless it stands in parentheses
% expect: check-warning
%! 5: `=` assigns; write `==`
x = 1
if x = 0
  error("not taken")
endif
if (x = 2)
  print "ok"
endif
