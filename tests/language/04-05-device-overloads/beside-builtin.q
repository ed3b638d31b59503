% proves: 4.5.1 a device function may have the name of a built-in one and stand beside it
% expect: ok
a = 3
function y = __device__ clamp(x : scalar)
    y = x > 10 ? a : 0
endfunction
function [] = main()
    y = zeros(4000)
    b = 2
function r = __device__ saturate(x : scalar)
    r = clamp(x) + b + clamp(x, 5)
endfunction
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = saturate(pos)
endfunction
parallel_do(4000, y, k)
assert(y[3] == 5 && y[100] == 10)
z = zeros(4000)
for i=0..3999
  z[i] = saturate(i) + clamp(i)
endfor
assert(z[3] == 5 && z[100] == 13)
    print "ok"
endfunction
