% proves: 7.2 members given in their order are checked like named ones
% expect: check-error 7:14: error: the member `y` of `point` is a `scalar`; this is a string
type point : class
    x : scalar
    y : scalar
endtype
p = point(1, "b")
