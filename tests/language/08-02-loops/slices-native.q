% proves: 8.2 slices with `:` of short dimensions in loops and kernels: pixels, colour matrices, small matrices as values
% expect: ok
im = zeros(20, 24, 3)
for m = 0..19
    for n = 0..23
        for k = 0..2
            im[m,n,k] = mod(m * 5 + n * 3 + k * 17, 256)
        endfor
    endfor
endfor
C = [[0.5, 0.25, 0.25], [0.1, 0.8, 0.1], [0, 0.3, 0.7]]
y = zeros(20, 24, 3)
z = zeros(20, 24, 3)
g = zeros(20, 24)
for m = 0..19
    for n = 0..23
        y[m,n,:] = 255 - im[m,n,:]
        z[m,n,:] = C * squeeze(im[m,n,:])
        g[m,n] = sum(im[m,n,:]) / 3 + max(im[m,n,:])
    endfor
endfor
for m = 0..19
    for n = 0..23
        for k = 0..2
            assert(y[m,n,k] == 255 - im[m,n,k])
            assert(abs(z[m,n,k] - (C[k,0]*im[m,n,0] + C[k,1]*im[m,n,1] + C[k,2]*im[m,n,2])) < 1e-2)
        endfor
        assert(abs(g[m,n] - (im[m,n,0] + im[m,n,1] + im[m,n,2]) / 3 - max([im[m,n,0], im[m,n,1], im[m,n,2]])) < 1e-2)
    endfor
endfor

function [] = __kernel__ invert(x : cube, y : cube, pos : ivec2)
    p = x[pos[0], pos[1], :]
    p[1] = 0
    y[pos[0], pos[1], :] = 255 - p
endfunction
w = zeros(20, 24, 3)
parallel_do([20, 24], im, w, invert)
assert(w[3,4,0] == y[3,4,0] && w[3,4,1] == 255 && w[3,4,2] == y[3,4,2])

% The length of the dimension belongs to the compiled form: one channel after three.
one = ones(20, 24, 1)
v = zeros(20, 24, 1)
parallel_do([20, 24], one, v, __kernel__ (x : cube, y : cube, pos : ivec2) -> y[pos[0],pos[1],:] = x[pos[0],pos[1],:] + 1)
assert(v[19,23,0] == 2)
print "ok"
