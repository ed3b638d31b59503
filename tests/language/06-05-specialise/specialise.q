% proves: 6.5 $specialize: types, values and conditions, of device, kernel and host functions and lambdas
% expect: ok
function y = __device__ shrink(x, T)
    if abs(x) >= T
        y = (abs(x) - T) * (x / abs(x))
    else
        y = 0
    endif
endfunction
typed = $specialize(shrink, type(x,"scalar") && type(T,scalar))
fixed = $specialize(shrink, T == 10)
positive = $specialize(shrink, x > 0)
all_of_it = $specialize(shrink, type(x,"scalar") && type(T,"scalar") && T == 10 && x > 0)
assert(typed(12, 10) == 2 && typed(-12.5, 10) == -2.5)
% a function keeps the parameter
assert(fixed(12, 3) == 2 && fixed(5, 3) == 0)
assert(positive(12, 10) == 2 && all_of_it(15, 0) == 5)
refused = 0
try
    positive(-3, 1)
catch e
    refused = 1
endtry
assert(refused == 1)

% a kernel loses it
function [] = __kernel__ filter(x : mat, y : mat'unchecked, a : vec, dir : ivec2, pos : ivec2)
    offset = int(numel(a) / 2)
    total = 0.0
    for k = 0..numel(a)-1
        total += x[pos + (k - offset) .* dir] * a[k]
    endfor
    y[pos] = total
endfunction
im = zeros(7,7)
im[3,3] = 9
out = zeros(7,7)
parallel_do(size(im), im, out, [1,2,3,2,1]/9, [0,1], filter)
expected = copy(out)
assert(max(abs(out[3,1..5] - [1,2,3,2,1])) < 1e-5)
out = zeros(7,7)
parallel_do(size(im), im, out, [1,2,3,2,1]/9, [0,1], $specialize(filter, type(x, mat'hwtex_nearest)))
assert(max(abs(out - expected)) == 0)
out = zeros(7,7)
parallel_do(size(im), im, out, $specialize(filter, type(x, mat'hwtex_nearest) && a == [1,2,3,2,1]/9 && dir == [0,1]))
assert(max(abs(out - expected)) < 1e-6)

% functions and type parameters
function [] = __kernel__ map[T](x : mat[T], y : mat[T], op : [__device__ (mat[T], ivec2) -> scalar], pos : ivec2)
    y[pos] = op(x, pos)
endfunction
function v = __device__ doubled(x : mat, p : ivec2)
    v = 2 * x[p]
endfunction
parallel_do(size(im), im, out, $specialize(map, op == doubled, T == scalar))
assert(out[3,3] == 18)
out = zeros(7,7)
some = $specialize(map, op == doubled)
parallel_do(size(im), im, out, some)
assert(out[3,3] == 18)

power = (x, n) -> x ^ n
square = $specialize(power, n == 2)
assert(square(3, 5) == 9)
function y = scaled(A : cube, n : int)
    y = sum(A) * n
endfunction
% narrowed step by step
narrow = $specialize(scaled, type(A, mat))
three = $specialize(narrow, n == 3)
assert(three(ones(2,2), 7) == 12)
factor = 4
four = $specialize(scaled, n == factor)
assert(four(ones(2,2,1), 0) == 16)

% inside a kernel
function [] = __kernel__ run(y : vec, pos : int)
    q = $specialize(shrink, T == 1)
    y[pos] = q(pos, 7)
endfunction
z = zeros(4)
parallel_do(4, z, run)
assert(z == [0,0,1,2])
print "ok"
