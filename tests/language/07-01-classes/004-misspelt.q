% proves: 7.1 a member that is not there
% expect: check-error no member.*did you mean .?distance
type route : mutable class
  distance : scalar
endtype
r = route(distance:=3)
print r.distnace
