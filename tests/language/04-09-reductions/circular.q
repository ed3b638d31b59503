% proves: 4.9.3 cross-references are an error
% expect: check-error circular|cross-reference
reduction (A, B) -> first(A, B) = second(A, B)
reduction (A, B) -> second(A, B) = first(A, B)
print first(1, 2)
