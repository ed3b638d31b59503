% proves: 3.4 an argument with too many dimensions is found by the compiler
% expect: check-error mat|dimension
function y = f(x : cube{2})
    y = x[0,0]
endfunction
print f(zeros(2,2,2))
