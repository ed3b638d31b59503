% proves: 3.2 a literal whose operands differ in kind is an error
% expect: check-error literal|mix|string
x = [1, "two", 3]
print x
