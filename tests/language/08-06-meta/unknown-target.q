% proves: 17.2.6 a target platform that does not exist is an error
% expect: check-error no target platform "toaster"
if $target("toaster")
  print "warm"
endif
