% proves: 2.1 = in a condition is an error that names ==, unless it stands in parentheses
% expect: check-error 4:[0-9]+: error: `=` assigns; write `==` to compare
x = 1
if x = 0
  error("not taken")
endif
if (x = 2)
  print "ok"
endif
