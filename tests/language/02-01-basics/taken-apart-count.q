% proves: LANGUAGE, Functions: taking values apart needs as many variables
% expect: check-error 2 values are taken apart into 3
[a, b, c] = [1, 2]
