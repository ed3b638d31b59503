% proves: STDLIB 1.2 a missing library is a warning; only a call of what it would define is an error
% expect: ok
import "no-such-library.dll"
import "Quasar.UI.dll"
function y = f()
  y = native_function(3)
endfunction
try
  f()
catch e
  print "ok"
endtry
