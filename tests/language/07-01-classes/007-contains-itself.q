% proves: 7.1 a recursive member is a pointer
% expect: check-error contain itself
type bad : mutable class
  inner : bad
endtype
