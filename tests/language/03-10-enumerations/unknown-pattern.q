% proves: 3.10 ... also in a match
% expect: check-error enumeration `color` has no value `Purple`; it has Red, Green
type color : enum
  Red
  Green
endtype
c : color = color.Red
match c with
| Purple -> print 1
| _ -> print 2
endmatch
