% proves: 4.13 a catch of something that no error can be is reported
% expect: check-error PROGRAM:5:11: error: this .catch. can take nothing: no error is a .int.
try
  error "x"
catch e : int
  print "wrong"
endtry
