% proves: 3.10 a name stands once in an enumeration
% expect: check-error two values named `Red`
type color : enum
  Red
  Red
endtype
