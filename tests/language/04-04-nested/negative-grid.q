% proves: 4.4 a launch inside a kernel over a negative number of positions is an error
% expect: error negative
function [] = __kernel__ inner(y : vec, r : int, pos : int)
  y[r] += pos
end
function [] = __kernel__ outer(y : vec, n : vec, pos : int)
  parallel_do(int(n[pos]), y, pos, inner)
end
function [] = main()
  y = zeros(4)
  parallel_do(4, y, [2, 0, 1, 3], outer)
  assert(y == [1, 0, 0, 3])
  parallel_do(4, y, [2, 0, -1, 3], outer)
end
