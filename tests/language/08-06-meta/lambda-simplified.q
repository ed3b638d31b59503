% proves: 8.6 $simplify of a cell with a lambda beside a symbolic variable
% expect: error symbolic variables
symbolic u
print $simplify(u != {(t -> t),"a"})
