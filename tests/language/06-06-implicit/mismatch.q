% proves: 6.6 a type mismatch met while a device function is specialised is an error
% expect: check-error size mismatch: `N` is 2 in `a`, but 3 in `b`
function s = __device__ inner[N](a : vec(N), b : vec(N))
    s = sum(a .* b)
endfunction
function [] = __kernel__ run(y : vec, pos : int)
    y[pos] = inner([1.0,2.0], [1.0,2.0,3.0])
endfunction
y = zeros(4)
parallel_do(4, y, run)
print y
