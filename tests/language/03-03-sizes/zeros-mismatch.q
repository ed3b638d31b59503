% proves: 3.3 the type of zeros(2,2) is mat(2,2)
% expect: check-error mat2x3|mat\(2,3\)|size
function y = f(x : mat2x3)
    y = x[0,0]
endfunction
print f(zeros(2,2))
