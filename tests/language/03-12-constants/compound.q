% proves: 3.12 a constant can't be updated
% expect: check-error const
n : int'const = 4
n += 1
print n
