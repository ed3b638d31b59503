% proves: 7.2 a constructor names members only
% expect: check-error no member.*radius
type disc : class
  radius : scalar
endtype
d = disc(radios:=3)
