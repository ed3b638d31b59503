% proves: 9.1 'hwconst: of several types, up to 64 KB and beyond, and written from launch to launch
% expect: stdout
%> 14128.5 -3 44.5
%> 35682.5 6 37.5
%> 9922 24 154
%> 9922 24 154
%> 9922 24 154
%> 326400 163200 256 128
function [] = __kernel__ filtered(x : vec, y : vec, f : vec'hwconst, w : cvec'hwconst, t : vec[int]'hwconst, pos : int)
    s = 0.0
    for k = 0..numel(f) - 1
        s += f[k] * x[pos + k] + real(w[mod(k, numel(w))]) - 2 * imag(w[mod(k, numel(w))])
    endfor
    y[pos] = s + t[mod(pos, numel(t))] + f[numel(f)]
endfunction
function [] = __kernel__ looked_up(t : vec'hwconst, y : vec, pos : int)
    y[pos] = t[mod(7 * pos, numel(t))] + t[pos]
endfunction
function [] = __kernel__ doubled(t : vec'hwconst'safe, y : vec, n : int, pos : int)
    y[pos] = 2 * t[n - 1 - pos]
endfunction

x = linspace(0, 99, 100)
y = zeros(100)
w = [complex(1, 2), complex(-3, 0.5)]
t = int([3, 1, 4, 1, 5])
for n = [3, 5]
    f = linspace(1, n, n) / 2
    parallel_do(100, x, y, f, w, t, filtered)
    print(sum(y), " ", y[0], " ", y[99])
endfor
% before and beyond the 16384 elements that there is room for
for n = [16384, 16385, 40000]
    u = mod(linspace(0, n - 1, n) * 3, 101)
    parallel_do(100, u, y, looked_up)
    print(sum(y), " ", y[1], " ", y[99])
endfor
% each launch reads what the one before it wrote
a = linspace(1, 50, 50)
b = zeros(50)
for k = 1..4
    parallel_do(50, a, b, 50, doubled)
    parallel_do(50, b, a, 50, doubled)
endfor
print(sum(a), " ", sum(b), " ", a[0], " ", b[49])
