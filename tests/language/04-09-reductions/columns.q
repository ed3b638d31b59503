% proves: 4.9.2 vec'col and vec'row; the pattern with more variables first
% expect: stdout
%> column
%> [ 3]
%> [ 7]
%> row
%> [ 1, 2]
%> 5
function y = times_column(A, x)
    print "column"
    y = A*x
endfunction
function y = keep_row(x)
    print "row"
    y = x
endfunction
reduction (A : mat, x : vec'col) -> times(A, x) = times_column(A, x)
reduction (A : mat, x : vec'row) -> times(A, x) = keep_row(x)
A = [[1,2],[3,4]]
g = (x : vec'col) -> times(A, x)
h = (x : vec'row) -> times(A, x)
print g(transpose([1,1]))
print h([1,2])
reduction (A : mat, B : mat) -> distance(A, B) = sum((A-B).^2)
f = (x : mat, b : mat) -> distance(x, b)
print f([1,2], [2,4])
