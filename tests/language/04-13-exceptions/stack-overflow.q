% proves: 13.5 endless recursion is an error, which can be caught
% expect: ok
f = x -> f(x)
try
  f(1)
  print "not reached"
catch e
  print "ok"
endtry
