% manual: 2.2 print(variable : type) checks the type, of a variable too
% expect: check-error type check failed: this is `ivec\(2\)`, not `string`
x = [1,2]
print(x : string)
