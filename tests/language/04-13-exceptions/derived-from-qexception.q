% proves: 4.13 no class can be derived from qexception; the message says what to do instead
% expect: check-error error\(failure\(...\)\)
type failure : qexception
  n : int
endtype
