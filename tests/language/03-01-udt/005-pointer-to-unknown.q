% proves: 2.2.6 pointers are typed
% expect: check-error class
type t : class
  p : ^??
endtype
