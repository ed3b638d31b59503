% proves: STDLIB 1.2 a missing library is a warning; only a call of what it would define is an error
% expect: ok
%! 4: the library `no-such-library.dll` can't be loaded
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
