% proves: 2.2 vec, mat and cube are subsets of one another, scalar is none of them
% expect: ok
%! 19: parameter x of rows has type
function y = count(x : cube)
    y = numel(x)
endfunction
function y = rows(x : mat)
    y = size(x,0)
endfunction
assert(count([1.0,2.0]) == 2, "a vector for a cube")
assert(count(zeros(2,3)) == 6, "a matrix for a cube")
assert(count(zeros(2,3,4)) == 24, "a cube")
assert(rows([1.0,2.0]) == 1, "a vector for a matrix")
assert(ndims([1.0,2.0]) == 1 && ndims(zeros(2,2)) == 2 && ndims(zeros(2,2,2)) == 3, "ndims")
assert(ndims(zeros(2,2,2,3)) == 4, "four dimensions")
assert(!type(1.5, "vec"), "a scalar is no vector")
caught = 0
try
    print rows(zeros(2,2,2))
catch ex
    caught = 1
endtry
assert(caught == 1, "a cube is no matrix")
print "ok"
