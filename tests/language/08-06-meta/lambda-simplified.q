% proves: 8.6 $simplify of a cell with a lambda beside a symbolic variable
% expect: check-error `u` is symbolic and has no value
symbolic u
print $simplify(u != {(t -> t),"a"})
