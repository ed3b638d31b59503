% proves: 3.12 the members of a constant can't be changed
% expect: check-error 'const
type setting : mutable class
  gain : scalar
endtype
s : setting'const = setting(gain:=2)
s.gain = 3
