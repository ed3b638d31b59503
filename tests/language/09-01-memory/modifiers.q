% proves: 9.1 convolution with all hardware modifiers gives the same result
% expect: ok
function [] = __kernel__ k0(x : vec, y : vec, f : vec, pos : int)
    sum = 0.0
    for i=0..numel(f)-1
        sum += x[pos+i] * f[i]
    endfor
    y[pos] = sum
endfunction
function [] = __kernel__ k1(x : vec, y : vec, f : vec'hwconst, pos : int)
    sum = 0.0
    for i=0..numel(f)-1
        sum += x[pos+i] * f[i]
    endfor
    y[pos] = sum
endfunction
function [] = __kernel__ k2(x : vec'hwtex_const, y : vec, f : vec'hwtex_const, pos : int)
    sum = 0.0
    for i=0..numel(f)-1
        sum += x[pos+i] * f[i]
    endfor
    y[pos] = sum
endfunction
function [] = __kernel__ k3(x : vec, y : vec, f : vec'hwtex_nearest, pos : int)
    sum = 0.0
    for i=0..numel(f)-1
        sum += x[pos+i] * f[i]
    endfor
    y[pos] = sum
endfunction
x = mod((0..63)*11, 17)
f = [0.25,0.5,0.25,-1.0]
ys = {zeros(64), zeros(64), zeros(64), zeros(64)}
parallel_do(64, x, ys[0], f, k0)
parallel_do(64, x, ys[1], f, k1)
parallel_do(64, x, ys[2], f, k2)
parallel_do(64, x, ys[3], f, k3)
for i=1..3
    assert(sum(abs(ys[i] - ys[0])) < 1e-3, "same")
endfor
assert(abs(ys[0][10] - (0.25*x[10] + 0.5*x[11] + 0.25*x[12] - x[13])) < 1e-4, "value")
print "ok"
