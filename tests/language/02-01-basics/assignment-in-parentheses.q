% proves: 2.1 = in a condition assigns where it stands in parentheses
% expect: ok
x = 1
if (x = 2)
  assert(x == 2)
  print "ok"
endif
