% proves: 7.6 a class that is derived from a class that nobody defines is an error
% expect: check-error the class `duck` is derived from `bird`, which is not defined
type duck : bird
  weight : scalar
endtype
d = duck(weight := 1)
