% proves: 8.3.2 an array that is larger than the limit of the concurrent memory model is an error
% expect: error an array that a work item makes needs 400032 bytes of dynamic kernel memory, and the limit is 65536; make the setting RUNTIME_DYNAMIC_MEMORY_ARRAY_KB larger
function [] = __kernel__ concurrent(y : vec, n : int, pos : int)
  v = zeros(n)
  v[n-1] = pos
  y[pos] = v[n-1] + numel(v)
endfunction
y = zeros(16)
parallel_do(16, y, 1000, concurrent)
assert(y[3] == 1003)
parallel_do(16, y, 100000, concurrent)
print(y)
