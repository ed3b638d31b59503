% proves: 2.2 a number is no object of a class
% expect: check-error 6:1: error: variable q has type point, but the value is an integer
type point : mutable class
    x : scalar
endtype
q : point = 5
