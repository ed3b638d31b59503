% manual: 2.1(6) a placeholder has no value
% expect: check-error `_` has no value
n = 3
print _ + n
