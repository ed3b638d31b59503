% proves: 18.3 kernels mark nothing
% expect: check-error cannot call `profile_mark`
function [] = __kernel__ work(x : vec, pos : int)
  profile_mark("here")
  x[pos] = pos
end
x = zeros(10)
parallel_do(numel(x), x, work)
