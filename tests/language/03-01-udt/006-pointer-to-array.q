% proves: 2.2.6 pointers lead to classes only
% expect: check-error pointer
type t : class
  p : ^mat
endtype
