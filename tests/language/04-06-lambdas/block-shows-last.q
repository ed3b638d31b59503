% proves: 4.6 a lambda with a block of statements
% expect: stdout
%> a
%> b
f = x -> (print("a"); print("b"))
f(1)
