% proves: 8.6 $ftype says what kind of function is around; 17.2.6 $target what is compiled for
% expect: ok
% devices: cpu interp
assert($ftype("__host__") && !$ftype("__device__") && !$ftype("__kernel__"))
assert($target("cpu") == 1 && $target("gpu") == 0 && !$target("nvidia_cuda"))
function y = __device__ d(x)
  if $ftype("__device__") && !$ftype("__kernel__")
    y = x + 1
  else
    y = 0
  endif
endfunction
function [] = __kernel__ k(y : vec, pos : int)
  if $ftype("__kernel__")
    if $target("gpu")
      y[pos] = -1
    else
      y[pos] = d(pos)
    endif
  endif
endfunction
y = zeros(3)
parallel_do(3, y, k)
assert(y[0] == 1 && y[2] == 3)
print "ok"
