% proves: 3.10 values are integer constants
% expect: check-error has to be an integer constant
type color : enum
  Red = 1.5
endtype
