% proves: 2.2.6 a member without a default value has to be given
% expect: error default constructor
type bank : mutable class
  next : ^bank
  taps : mat
endtype
b = bank(next:=nullptr)
