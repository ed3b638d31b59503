% proves: 17.2 9.7 targets and launch bounds that there are not get a warning with those that there are, and the kernel runs
% expect: ok
%! 8: there is no `foo` for {!kernel target=...}; there is cpu, gpu, nvidia, nvidia_cuda, nvidia_opencl
%! 13: `max_threads_per_block` of {!cuda_launch_bounds} is ignored: it takes a whole number from 1 to 2147483647
%! 14: `min_blocks_per_sm` of {!cuda_launch_bounds} is ignored: it takes a whole number from 1 to 64
%! 15: `max_threads_per_block` of {!cuda_launch_bounds} is ignored
function [] = __kernel__ misspelt(x : mat, pos : ivec2)
  {!kernel target="foo cpu"}
  x[pos] += 1
endfunction
n = 64
function [] = __kernel__ unbounded(x : mat, pos : ivec2)
  {!cuda_launch_bounds max_threads_per_block=n}
  {!cuda_launch_bounds min_blocks_per_sm=0, max_threads_per_block=256}
  {!cuda_launch_bounds max_threads_per_block=2.5}
  x[pos] += 1
endfunction
x = zeros(10,10)
parallel_do(size(x), x, misspelt)
parallel_do(size(x), x, unbounded)
assert(sum(x) == 200)
print "ok"
