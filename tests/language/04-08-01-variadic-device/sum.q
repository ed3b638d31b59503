% proves: 4.8.1 variadic device functions
% expect: ok
function s = __device__ mysum(... args : vec)
    s = 0.0
    for i=0..numel(args)-1
        s += args[i]
    endfor
endfunction
function [] = __kernel__ mykernel(y : vec, pos : int)
    y[pos] = mysum(11.0, 2.0, 3.0, 4.0) + mysum(pos)
endfunction
y = zeros(6)
parallel_do(6, y, mykernel)
assert(y[0] == 20 && y[5] == 25)
assert(mysum(1,2,3) == 6)
assert(mysum() == 0)
print "ok"
