% proves: 3.5 the elements of a cell array type are checked one by one
% expect: error string|type
function y = f(c : vec[{string, scalar}])
    y = c[1]
endfunction
assert(f({"a", 2.0}) == 2)
x = {1.0, 2.0}
print f(x)
