% proves: 3.10 the values of an enumeration are constants
% expect: check-error 6:1: error: a value of an enumeration can't be changed
type color : enum
    Red
endtype
color.Red = 5
