% proves: 14.2 sums of integers are exact and widen, sizes of empty arrays stay, and what has no result is an error
% expect: ok
import "numeric.q"
import "parallelblocks.q"
import "imfilter.q"

function [] = fails(f, words)
  message = ""
  try
    f()
  catch ex
    message = sprintf("%s", ex)
  endtry
  assert(numel(strfind(message, words)) == 1, message)
endfunction

assert(all(cumsum([2147483647,1]) == [2147483647,2147483648]) && type(cumsum([1,2]), ivec), "cumsum widens")
large = vec[int64](3)
large[0..2] = [9007199254740993,1,1]
assert(cumsum(large)[2] - 9007199254740993 == 2 && sum(large,1)[0] - 9007199254740993 == 2, "cumsum of int64")
assert(all(cumprod([65536,65536]) == [65536,4294967296]) && prod([65536,65536],1)[0] == 4294967296, "products")
m = [[2147483647,1],[1,-1]]
assert(sum(abs(cumsum(m,0) - [[2147483647,1],[2147483648,0]])) == 0 && sum(abs(sum(m,1) - [[2147483648],[0]])) == 0, "matrices")
assert(sum(cast([200,100], uint8), 1)[0] == 300 && all(cumsum(cast([200,100], uint8)) == [200,300]), "bytes")
many = mat[int](3,2000) + 1
assert(sum(many,0)[0,1999] == 3 && cumsum(many,0)[2,1999] == 3 && cumsum(many)[2,1999] == 2000 && sum(many,1)[2,0] == 2000, "long rows")
fails(() -> cumprod([4611686018427387904,2]), "does not fit int64")

nothing = zeros(0,0)
assert(rank(nothing) == 0 && size(pinv(nothing)) == [0,0] && numel(svd(nothing)) == 0, "nothing to decompose")
assert(trace([5]) == 5 && trace(5) == 5 && trace([[1,2],[3,4]]) == 5 && trace(zeros(0,0)) == 0, "trace")
fails(() -> trace(ones(2,3)), "a square matrix, but is a 2-by-3 matrix")
fails(() -> trace([1,2,3]), "a square matrix")

assert(size(horzcat(zeros(3,0),zeros(3,0))) == [3,0] && size(vertcat(zeros(0,3),zeros(0,3))) == [0,3], "empty parts")
assert(size(vertcat(zeros(3,0),zeros(2,0))) == [5,0] && size(horzcat([],[])) == [1,0], "empty parts")
assert(size(horzcat([],[1,2])) == [1,2] && size(unique(zeros(0,3))) == [1,0] && isvector(unique(zeros(0,0))), "empty sets")

assert(all(factorial([0,1,5]) == [1,1,120]) && isnan(factorial(nan)), "factorial")
fails(() -> factorial(2.5), "factorial: ")
fails(() -> factorial([3,-1]), "-1")

assert(jsondecode("12345678901234567890") == 1.2345678901234567e19 && jsondecode("-92233720368547758080") == -9.223372036854775808e19, "JSON")
assert(jsondecode("9007199254740993") - 9007199254740992 == 1 && jsondecode("1e3") == 1000, "JSON")
fails(() -> numel(0..1e18), "range")
fails(() -> numel(0..inf), "range")
assert(numel(0..10) == 11 && numel(3..2) == 0, "ranges")

assert(all(sort([3,1,2],0) == [3,1,2]) && all(sort([3,1,2],1) == [1,2,3]) && all(sort([3,1,2]) == [1,2,3]), "sort of a vector")
assert(all(median([3,1,2],0) == [3,1,2]) && median([3,1,2],1)[0] == 2 && median([3,1,2]) == 2, "median of a vector")

assert(sum(abs(prefix_sum([[1,2],[3,4]]) - [[0,1],[3,6]])) == 0 && all(prefix_sum([1,2,3]) == [0,1,3]), "prefix_sum")
assert(all(prefix_sum([2147483647,1,1]) == [0,2147483647,2147483648]), "prefix_sum widens")

x = zeros(1,9)
x[0,4] = 1
y = gaussian_filter(x, 1, 3, "zeros")
assert(max(abs(y - transpose(gaussian_filter(transpose(x), 1, 3, "zeros")))) < 1e-7, "rows and columns")
assert(abs(sum(y) - gaussian_kernel(3,1)[1,0] - gaussian_kernel(3,1)[1,1] - gaussian_kernel(3,1)[1,2]) < 1e-6, "down the columns, too")
assert(all(abs(average_filter([0,3,0], 1, "zeros") - 1) < 1e-6), "a vector along itself")
fails(() -> interp1([0,1], [0,10], ones(2,2)), "interp1: ")
print "ok"
