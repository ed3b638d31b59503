% proves: 2.1 (11) match with vectors and matrices: size and all elements count; only parentheses group values; integers are compared exactly
% expect: ok
function y = which(x)
    match x with
    | [1,2] -> y = "a row"
    | ([3,4], [5,6]) -> y = "one of two"
    | [[1],[2]] -> y = "a column"
    | [] -> y = "nothing"
    | (1, 2) -> y = "a number"
    | _ -> y = "other"
    endmatch
endfunction
assert(which([1,2]) == "a row" && which([1.0,2.0]) == "a row" && which(1..2) == "a row" && which([[1,2]]) == "a row")
assert(which([1,3]) == "other" && which([1,2,3]) == "other")
assert(which([5,6]) == "one of two")
assert(which(transpose([1,2])) == "a column")
assert(which(2) == "a number" && which(3) == "other" && which("a") == "other")
assert(which(zeros(0)) == "nothing")

v = [0.5, 1.5]
match copy(v) with
| v -> assert(true)
| _ -> assert(false, "the value counts, not the array")
endmatch
match [1+2i, 3] with
| [1+2i, 3] -> assert(true)
| _ -> assert(false, "complex")
endmatch

big = 9007199254740993
match big with
| 9007199254740992 -> assert(false, "integers are exact")
| 9007199254740993 -> big = 0
endmatch
assert(big == 0)

% in kernels too
function [] = __kernel__ classify(x : mat, y : vec, pos : int)
    p = [x[pos,0], x[pos,1]]
    match p with
    | [1,2] -> y[pos] = 1
    | ([2,3], [3,4]) -> y[pos] = 2
    | _ -> y[pos] = 3
    endmatch
endfunction
y = zeros(4)
parallel_do(4, [[1.,2.],[2.,3.],[3.,4.],[4.,5.]], y, classify)
assert(all(y == [1,2,2,3]))
print "ok"
