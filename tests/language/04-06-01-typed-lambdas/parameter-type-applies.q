% proves: 4.6.1 the declared type gives the parameters of the lambda their types
% expect: error string|scalar
f : [scalar -> scalar] = x -> x + x
print f("text")
