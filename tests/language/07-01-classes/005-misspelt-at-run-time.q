% proves: 7.1 the same when only the run shows the class
% expect: error no member.*did you mean distance
type route : mutable class
  distance : scalar
endtype
function y = f(r)
  y = r.distnace
endfunction
print f(route(distance:=3))
