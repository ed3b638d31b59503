% proves: 3.5 the number of elements of a cell array type counts
% expect: error 2|elements|size|type
% status: 2
function y = f(c : vec[{string, scalar}])
    y = c[1]
endfunction
x = {"a", 2.0, 3.0}
print f(x)
