% proves: 4.9.2 a reduction gives a built-in function a further form, also where the type of an operand is open
% expect: ok
%! 18: parameter x of distance has type mat
reduction (P : mat, Q : mat) -> norm(P, Q) = sum(abs(P - Q))
doubled = x -> 2 * x
M = eye(3)
distance = (x : mat, y : mat) -> norm(M * x, y)
assert(distance([[1], [2], [3]], [[1], [1], [1]]) == 3)
assert(norm([3, 4]) == 5)

reduction (P : mat, x : vec'col) -> P * x = doubled(x)
further = (x : vec'col, y : vec'col) -> norm(M * x, y)
assert(further([[1], [2]], [[1], [1]]) == 4)

% what no reduction fits is an error where it is met
caught = false
try
    distance({1, 2}, [1, 2])
catch ex
    caught = true
endtry
assert(caught)
print "ok"
