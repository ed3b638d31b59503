% proves: 14 functions and operators of complex numbers in kernels give what the host gives, large and small numbers too
% expect: ok
function [] = __kernel__ functions(z : cvec, y : cmat, pos : int)
    c = z[pos]
    y[pos,0..9] = [sqrt(c), sin(c), cos(c), tan(c), sinh(c), cosh(c), tanh(c), exp(c), log(c), c/(1 + 2i)]
endfunction
z = [0.75 - 1.25i, -2 + 0.5i, -4 + 0i, 0.0 + 3i, 0.0 - 3i, 1 + 0i, -0.25 - 0.125i, 2.5 + 2i]
y = czeros(8,10)
parallel_do(8, z, y, functions)
for i=0..7
    c = z[i]
    e = [sqrt(c), sin(c), cos(c), tan(c), sinh(c), cosh(c), tanh(c), exp(c), log(c), c/(1 + 2i)]
    for k=0..9
        assert(abs(y[i,k] - e[k]) <= 1e-5*max(1, abs(e[k])), "function")
    endfor
endfor

% squares of these do not fit into single precision
function [] = __kernel__ extremes(z : cvec, y : cmat, pos : int)
    c = z[pos]
    y[pos,0] = complex(abs(c), 0.0)
    y[pos,1] = c/c
    y[pos,2] = sqrt(c)
    y[pos,3] = log(c)
    y[pos,4] = tanh(c)
endfunction
z = [3e25 + 4e25i, 3e-25 - 4e-25i, -3e25 + 4e25i, 500 - 500i]
y = czeros(4,5)
parallel_do(4, z, y, extremes)
for i=0..3
    c = z[i]
    assert(abs(abs(y[i,0])/abs(c) - 1) < 1e-6, "abs")
    assert(abs(y[i,1] - 1) < 1e-6, "quotient")
    assert(abs(y[i,2]/sqrt(c) - 1) < 1e-6, "root")
    assert(abs(y[i,3] - log(c)) < 1e-5*abs(log(c)), "logarithm")
    assert(abs(y[i,4] - tanh(c)) < 1e-6, "tangent")
endfor

% powers
function [] = __kernel__ powers(z : cvec, y : cmat, n : int, pos : int)
    c = z[pos]
    y[pos,0..6] = [c^3, c^-2, c^0, c^0.5, 2^c, c^n, c^(0.5 + 1i)]
endfunction
z = [0.75 - 1.25i, -2 + 0.5i, -4 + 0i, 0.0 + 3i]
y = czeros(4,7)
parallel_do(4, z, y, 5, powers)
for i=0..3
    c = z[i]
    e = [c^3, c^-2, c^0, c^0.5, 2^c, c^5, c^(0.5 + 1i)]
    for k=0..6
        assert(abs(y[i,k] - e[k]) <= 1e-5*max(1, abs(e[k])), "power")
    endfor
endfor
function [] = __kernel__ of_zero(y : cvec, n : int, pos : int)
    c = complex(0.0, 0.0)
    y[0..2] = [c^n, c^(n - 5), c^1.5]
endfunction
y = czeros(3)
parallel_do(1, y, 5, of_zero)
assert(y[0] == 0 && y[1] == 1 && y[2] == 0, "powers of zero")

% vectors and matrices
function [] = __kernel__ vectors(y : cmat, b : mat, pos : int)
    v = [1 + 2i, -3 + 0.5i]
    w = [1 + 2i, 3 + 0.5i]
    y[pos,0..1] = sqrt(v)
    y[pos,2..3] = v.^3
    b[pos,0..1] = v == w
    b[pos,2..3] = v != w
    b[pos,4..5] = isfinite(v)
    m = transpose([[1i, 2.0], [3.0, 4i]])
    y[pos,4] = m[0,1]
    y[pos,5] = m[1,1]
endfunction
y = czeros(1,6)
b = zeros(1,6)
parallel_do(1, y, b, vectors)
v = [1 + 2i, -3 + 0.5i]
assert(max(abs(y[0,0..1] - sqrt(v))) < 1e-6 && max(abs(y[0,2..3] - v.^3)) < 1e-4, "vectors")
assert(all(b[0,:] == [1,0,0,1,1,1]), "comparisons")
assert(y[0,4] == 3 && y[0,5] == 4i, "transposed")
print "ok"
