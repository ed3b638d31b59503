% proves: 2.1 several values of max are an error that names what gives positions
% expect: check-error find\(x == max\(x\)\) gives its positions, \[values, positions\] = sort\(x\)
x = [1, 5, 3]
[value, at] = max(x)
