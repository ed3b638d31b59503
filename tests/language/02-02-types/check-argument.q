% manual: 2.2 print(variable : type) checks the type, of a variable too
% expect: check-error type check failed: this is a vector of 2 integers, not a `string`
x = [1,2]
print(x : string)
