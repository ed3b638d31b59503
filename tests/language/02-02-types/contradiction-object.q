% manual: 2.2 a type check that can't hold is a compiler error: an object is no vector
% expect: check-error contradictory
type point : class
    x : scalar
endtype
p = point()
assert(type(p, "vec"))
