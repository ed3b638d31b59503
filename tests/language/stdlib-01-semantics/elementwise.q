% proves: STDLIB 1.3 element-wise operators, products, reductions
% expect: ok
%! 48: operator \+ needs equal sizes
%! 55: operator / is not defined for two arrays
function [] = same(a, b, what)
  assert(numel(size(a)) == numel(size(b)) && all(size(a) == size(b)), what)
  assert(all(abs(a - b) < 1e-5), what)
endfunction
x = [1,-2,3]
same((x > 0) .* x, [1,0,3], "comparisons count")
same(x > 0 && x < 2, [1,0,0], "&&")
same(x > 2 || x < 0, [0,1,1], "||")
same(!(x > 0), [0,1,0], "!")
same(x == x, [1,1,1], "==")
same(max(x, 0), [1,0,3], "max with a number")
same(min(x, [0,0,5]), [0,-2,3], "min of two")
assert(max(x) == 3 && min(x) == -2 && sum(x) == 2 && prod(x) == -6, "reductions")
assert(abs(mean(x) - 2/3) < 1e-6, "mean")
A = [[1,2],[3,4]]
same(sum(A,0), [[4,6]], "sum of columns")
same(sum(A,1), [[3],[7]], "sum of rows")
same(mean(A,1), [[1.5],[3.5]], "mean of rows")
C = reshape(0..7,[2,2,2])
same(mean(C,2), [[0.5,2.5],[4.5,6.5]], "mean of fibres")
same(cumsum(A), [[1,3],[3,7]], "cumsum along rows")
same(cumsum(A,0), [[1,2],[4,6]], "cumsum down columns")
same(A*A, [[7,10],[15,22]], "product")
same(A.*A, [[1,4],[9,16]], "element-wise product")
same(A/2, [[0.5,1],[1.5,2]], "array / number")
same(2*A, [[2,4],[6,8]], "number * array")
same(6 ./ [1,2,3], [6,3,2], "number ./ array")
same(-A, [[-1,-2],[-3,-4]], "negation")
same([1,2,3].^2, [1,4,9], ".^")
same(mod([-1,5,7],3), [2,2,1], "mod")
same(sqrt([4,9]), [2,3], "sqrt")
same(abs([-1,2]), [1,2], "abs")
same(floor([-1.5,1.5]), [-2,1], "floor")
same(round([0.4,0.6]), [0,1], "round")
same(repmat([1,2],[2,2]), [[1,2,1,2],[1,2,1,2]], "repmat")
z = [1+1i, 2]
same(real(z), [1,2], "real of an array")
same(imag(z.*z), [2,0], "complex product")
same(abs([3+4i]), [5], "abs of complex numbers")
same(real(z*2i), [-2,0], "number times array")
assert(any([0,0,1]) && !any([0,0]) && all([1,1]) && !all([1,0]), "any and all")
caught = 0
try
  y = [1,2] + [1,2,3]
catch ex
  caught = 1
endtry
assert(caught == 1, "sizes have to agree")
caught = 0
try
  y = [1,2] / [1,2]
catch ex
  caught = 1
endtry
assert(caught == 1, "array / array")
n = 0
if x[0] == 1 || 1/n > 0
  n = 1
endif
assert(n == 1, "|| is lazy on numbers")
print "ok"
