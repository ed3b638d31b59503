% proves: 3.8 every member of an interface has to be given
% expect: error default|given
type operation : class
  one : [scalar -> scalar]
  two : [scalar -> scalar]
endtype
o = operation(one := (x : scalar) -> x)
