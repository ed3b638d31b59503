% manual: 2.2 a type check that can't hold is a compiler error, of a call of zeros and ones too
% expect: check-error contradictory
assert(type(zeros(2,2,2), "vec"))
