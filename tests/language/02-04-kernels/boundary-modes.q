% proves: 2.4.1 access modes of kernel parameters
% expect: ok
function [] = __kernel__ safe(x : vec'safe, y : vec, pos : int)
    y[pos] = x[pos-2]
endfunction
function [] = __kernel__ mirrored(x : vec'mirror, y : vec, pos : int)
    y[pos] = x[pos-2]
endfunction
function [] = __kernel__ circular(x : vec'circular, y : vec, pos : int)
    y[pos] = x[pos-2]
endfunction
function [] = __kernel__ clamped(x : vec'clamped, y : vec, pos : int)
    y[pos] = x[pos+2]
endfunction
function [] = __kernel__ unmarked(x : vec, y : vec, pos : int)
    y[pos+2] = x[pos]
endfunction
x = [10.0, 20.0, 30.0, 40.0]
y = zeros(4)
parallel_do(4, x, y, safe)
assert(y[0] == 0 && y[1] == 0 && y[2] == 10 && y[3] == 20, "safe")
parallel_do(4, x, y, mirrored)
assert(y[0] == 20 && y[1] == 10 && y[2] == 10, "mirror: -1 is 0")
parallel_do(4, x, y, circular)
assert(y[0] == 30 && y[1] == 40 && y[2] == 10, "circular")
parallel_do(4, x, y, clamped)
assert(y[0] == 30 && y[2] == 40 && y[3] == 40, "clamped")
y = zeros(4)
parallel_do(4, x, y, unmarked)
assert(y[0] == 0 && y[2] == 10 && y[3] == 20, "outside writes are dropped")
print "ok"
