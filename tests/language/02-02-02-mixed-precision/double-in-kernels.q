% proves: 2.2.2 a kernel or device function that names scalar'double, and loops and expressions over double arrays, compute in double precision
% expect: ok
function [] = __kernel__ step(x : vec[scalar'double], y : vec[scalar'double], a : scalar'double, pos : int)
    total : scalar'double = 0.0
    for j = 0..9
        total += x[pos] * 0.1
    endfor
    y[pos] = total + a
endfunction
x = vec[scalar'double](100)
y = vec[scalar'double](100)
for i = 0..99
    x[i] = 1/3 + i*1e-10
endfor
assert(abs(x[99] - x[0] - 99e-10) < 1e-15, "a loop")
parallel_do(100, x, y, 1e-12, step)
for i = 0..99
    assert(abs(y[i] - (1/3 + i*1e-10 + 1e-12)) < 1e-15, "a kernel")
endfor

% only inside
function [] = __kernel__ inside(x : vec, y : vec, pos : int)
    t : scalar'double = x[pos]
    t = t + 1e-12
    y[pos] = (t - x[pos]) * 1e12
endfunction
one = ones(3)
z = zeros(3)
parallel_do(3, one, z, inside)
assert(abs(z[2] - 1) < 1e-3, "a variable of the kernel")

% through a name, and in a device function
type numbers : vec[scalar'double]
sum_of = __device__ (a : scalar'double, b : scalar'double) -> a + b
function [] = __kernel__ named(y : numbers, pos : int)
    y[pos] = sum_of(1, 1e-12) + y[pos] * 0
endfunction
parallel_do(100, y, named)
assert(abs(y[7] - 1 - 1e-12) < 1e-15)
assert(abs(sum_of(1, 1e-12) - 1 - 1e-12) < 1e-15, "called by the host")

% expressions
v = x + 1e-12
assert(abs(v[0] - x[0] - 1e-12) < 1e-15)
v = 3 .* x .* x
assert(abs(v[0] - 1/3) < 1e-15)
assert(abs(sum(x) - 100/3 - 4950e-10) < 1e-12)
assert(abs(sum(x .* 3) - 100 - 3*4950e-10) < 1e-12)
v = sqrt(x)
assert(v[0] == sqrt(1/3))
m = mat[scalar'double](3,4)
for i = 0..2
    for j = 0..3
        m[i,j] = sqrt(i + 1) * (j + 1e-12)
    endfor
endfor
assert(m[2,0] == sqrt(3) * 1e-12 && m[1,3] == sqrt(2) * (3 + 1e-12))
print "ok"
