% proves: 3.4 an index beyond the dimensions of a matrix is found before the run when it is not 0
% expect: check-error index 1 in dimension 2 is outside x, a matrix: there, indices are 0 to 0
function y = f(x : mat)
    y = x[1,1,0] + x[1,1,1]
endfunction
print(f(ones(3, 3)))
