% proves: 7.6 no class is its own base
% expect: check-error derived from itself
type a : b
  x : scalar
endtype
type b : a
  y : scalar
endtype
