% proves: 8.3.2 the cooperative memory model has no limit but the machine's
% expect: ok
function [] = __kernel__ cooperative(y : vec, n : int, pos : int)
  {!kernel memorymodel="cooperative"}
  v = zeros(n)
  v[n-1] = pos
  y[pos] = v[n-1] + numel(v)
endfunction
y = zeros(16)
parallel_do(16, y, 100000, cooperative)
assert(y[3] == 100003)
print("ok")
