% proves: 4.6.1 a lambda with another number of parameters than its type
% expect: check-error parameter|argument
f : [(scalar, scalar) -> scalar] = x -> x
print f(1, 2)
