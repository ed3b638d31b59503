% proves: 3.12 a constant can't be given another value
% expect: check-error const
n : 'const = 4
n = 5
print n
