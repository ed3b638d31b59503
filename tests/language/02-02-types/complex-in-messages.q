% proves: 2.2 a complex array where real numbers are asked for is called so
% expect: error csvwrite: .* but is a complex vector of 2 elements
csvwrite("complex.csv", [1+1i, 3+5i])
