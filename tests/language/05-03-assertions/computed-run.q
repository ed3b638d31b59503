% proves: 5 ... and when it is run all the same, it fails where it is met, so that try works
% expect: stdout
%! 9: contradictory with
%> before
%> caught
width = 4
print "before"
try
  assert(width == 5, "width")
  print "not reached"
catch ex
  print "caught"
endtry
