% proves: 8.6 $typerecon is the type that a function has for given parameters
% expect: stdout
%> [scalar->scalar]
%> [string->string]
%> [(int,int)->int]
f = x -> x
g = (a, b) -> a + b
print $typerecon(f, type(x, scalar))
print $typerecon(f, type(x, "string"))
print $typerecon(g, type(a, int) && type(b, int))
