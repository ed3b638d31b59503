% proves: 2.2.1 the largest and smallest element pass over NaN, and are NaN where there is nothing else: the same in kernels and loops
% expect: stdout
%> [ 3, 7, NaN, -inf, inf, 5, NaN, 2]
%> [ 3, -2, NaN, -inf, 4, 5, NaN, 2]
%> [ 3, 7, NaN, -inf, inf, 5, NaN, 2]
%> [ 3, -2, NaN, -inf, 4, 5, NaN, 2]
%> [ 3, 7, NaN, -inf, inf, 5, NaN, 2]
%> [ 2, -3, NaN, -inf, 3, 4, NaN, 1]

function [] = __kernel__ first(x : mat, highest : vec, lowest : vec, n : int, pos : int)
  highest[pos] = max(x[pos, 0..n-1])
  lowest[pos] = min(x[pos, 0..n-1])
end

function [] = __kernel__ whole(x : mat, highest : vec, lowest : vec, pos : int)
  highest[pos] = max(x[pos, :])
  lowest[pos] = min(x[pos, :])
end

function [] = main()
  none = 0.0 / 0.0
  far = 1.0 / 0.0
  x = [[none, 3, none], [7, none, -2], [none, none, none], [none, -far, none],
       [far, none, 4], [5, none, none], [none, none, none], [none, none, 2]]
  n = size(x, 0)
  highest = zeros(n)
  lowest = zeros(n)
  parallel_do(n, x, highest, lowest, size(x, 1), first)
  print highest
  print lowest
  parallel_do(n, x, highest, lowest, whole)
  print highest
  print lowest
  last = size(x, 1) - 1
  for i = 0..n-1
    highest[i] = max(x[i, 0..last])
    lowest[i] = min(x[i, 0..last] - 1)
  end
  print highest
  print lowest
end
