% proves: 4.6.1 the result of an explicitly typed lambda is checked
% expect: error string|scalar
f : [scalar -> scalar] = x -> "text"
print f(1)
