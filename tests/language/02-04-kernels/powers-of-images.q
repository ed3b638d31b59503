% proves: 2.4 powers in kernels, also under conditions, are those of the host for every kind of value
% expect: ok
function [] = __kernel__ raise(x : mat'unchecked, y : mat'unchecked, g : scalar, pos : ivec2)
    y[pos] = x[pos]^g
endfunction

function y : scalar = __device__ linear(v : scalar)
    if v > 0.04045
        y = ((v + 0.055) / 1.055)^2.4
    else
        y = v / 12.92
    endif
endfunction

function [] = __kernel__ linearise(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos] = linear(x[pos])
endfunction

function [] = compare(x, y, g)
    {!interpreted for}
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            want = x[i,j]^g
            got = y[i,j]
            if isnan(want)
                assert(isnan(got), "not a number")
            elseif abs(want) > 3.5e38
                assert(isinf(got) && (got > 0) == (want > 0), "infinite")
            else
                assert(abs(got - want) <= 6e-7 * abs(want) + 3e-45, "value")
            endif
        endfor
    endfor
endfunction

x = zeros(3, 150)
special = [0, 1, 255, 1e-30, 1e30, 1e-40, 0.5, 3, -1, -2.5, -8, 1/0, -1/0, 0/0]
for j=0..149
    x[0,j] = j / 149
    x[1,j] = special[mod(j, 14)]
endfor
for j=0..149
    x[2,j] = mod(j, 10) * 0.3
endfor
y = zeros(size(x))
exponents = [0.4375, 2.375, 0.34375, 2.25, -1.5, 7.5, 2, 3, -3, 0.5, 20, 0]
for k=0..11
    parallel_do(size(x), x, y, exponents[k], raise)
    compare(x, y, exponents[k])
endfor
parallel_do(size(x), x, y, linearise)
for j=0..149
    v = x[0,j]
    want = v > 0.04045 ? ((v + 0.055) / 1.055)^2.4 : v / 12.92
    assert(abs(y[0,j] - want) <= 1e-6 * want, "linear")
endfor
print "ok"
