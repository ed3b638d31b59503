% proves: 3.10 a value that the enumeration does not have is an error that names the nearest one
% expect: check-error enumeration `color` has no value `Gren`; did you mean `Green`
type color : enum
  Red
  Green
endtype
print color.Gren
