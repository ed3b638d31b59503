% proves: 2.2 a text for an argument that has to be an array is an error before the run
% expect: check-error `inv` is not defined for a string: argument 1 has to be a number or an array
name = "matrix.png"
x = inv(name)
