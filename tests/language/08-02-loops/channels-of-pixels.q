% proves: 8.2 channels of pixels are read and written in strips of vectors as they are one by one
% expect: ok

function y = f(v, k)
    y = (abs(v) + 0.25) ^ (0.5 + 0.125*k)
endfunction

function [] = __kernel__ forward(x : cube'unchecked, y : cube'unchecked, e : scalar, pos : ivec2)
    a = (abs(x[pos[0],pos[1],0]) + 0.25) ^ e
    b = (abs(x[pos[0],pos[1],1]) + 0.25) ^ (e + 0.125)
    c = (abs(x[pos[0],pos[1],2]) + 0.25) ^ (e + 0.25)
    y[pos[0],pos[1],0] = a
    y[pos[0],pos[1],1] = b
    y[pos[0],pos[1],2] = c
endfunction

% The channels in another order, and each from another one; the arrays may be the same.
function [] = __kernel__ turned(x : cube'unchecked, y : cube'unchecked, e : scalar, pos : ivec2)
    a = (abs(x[pos[0],pos[1],2]) + 0.25) ^ e
    b = (abs(x[pos[0],pos[1],0]) + 0.25) ^ (e + 0.125)
    c = (abs(x[pos[0],pos[1],1]) + 0.25) ^ (e + 0.25)
    y[pos[0],pos[1],2] = a
    y[pos[0],pos[1],0] = b
    y[pos[0],pos[1],1] = c
endfunction

% A store that reads what the one before has written is not part of a pixel.
function [] = __kernel__ chained(y : cube'unchecked, e : scalar, pos : ivec2)
    y[pos[0],pos[1],0] = (abs(y[pos[0],pos[1],0]) + 0.25) ^ e
    y[pos[0],pos[1],1] = y[pos[0],pos[1],0] + 1
    y[pos[0],pos[1],2] = y[pos[0],pos[1],1] + 1
endfunction

% One channel of a pixel stays.
function [] = __kernel__ partly(x : cube'unchecked, y : cube'unchecked, e : scalar, pos : ivec2)
    a = (abs(x[pos[0],pos[1],0]) + 0.25) ^ e
    b = (abs(x[pos[0],pos[1],3]) + 0.25) ^ e
    y[pos[0],pos[1],3] = a
    y[pos[0],pos[1],0] = b
endfunction

function [] = __kernel__ four(x : cube'unchecked, y : cube'unchecked, e : scalar, pos : ivec2)
    for k=0..3
        y[pos[0],pos[1],k] = (abs(x[pos[0],pos[1],3-k]) + 0.25) ^ e
    endfor
endfunction

function [] = __kernel__ two(x : cube'unchecked, y : cube'unchecked, e : scalar, pos : ivec2)
    a = (abs(x[pos[0],pos[1],1]) + 0.25) ^ e
    b = (abs(x[pos[0],pos[1],0]) + 0.25) ^ (e + 1)
    y[pos[0],pos[1],0] = a
    y[pos[0],pos[1],1] = b
endfunction

function x = image(m, n, k)
    x = zeros(m, n, k)
    for i=0..m-1
        for j=0..n-1
            for c=0..k-1
                x[i,j,c] = mod(i*31 + j*17 + c*7, 64) / 16 - 2
            endfor
        endfor
    endfor
endfunction

function [] = same(a, b, what)
    if max(abs(a - b)) > 1e-4
        error(what)
    endif
endfunction

function [] = main()
    for n=[1,15,64,65,130]
        x = image(3, n, 3)
        y = zeros(3, n, 3)
        parallel_do([3,n], x, y, 0.5, forward)
        for k=0..2
            same(y[:,:,k], f(x[:,:,k], k), "forward")
        endfor
        z = zeros(3, n, 3)
        parallel_do([3,n], x, z, 0.5, turned)
        same(z[:,:,2], f(x[:,:,2], 0), "turned 2")
        same(z[:,:,0], f(x[:,:,0], 1), "turned 0")
        same(z[:,:,1], f(x[:,:,1], 2), "turned 1")
        w = copy(x)
        parallel_do([3,n], w, w, 0.5, turned)
        same(w, z, "in place")
        w = copy(x)
        parallel_do([3,n], w, 0.5, chained)
        for k=0..2
            same(w[:,:,k], f(x[:,:,0], 0) + k, "chained")
        endfor
        x = image(3, n, 4)
        y = zeros(3, n, 4) + 7
        parallel_do([3,n], x, y, 0.5, partly)
        same(y[:,:,3], f(x[:,:,0], 0), "partly 3")
        same(y[:,:,0], f(x[:,:,3], 0), "partly 0")
        same(y[:,:,1..2], 7*ones(3,n,2), "partly 1, 2")
        parallel_do([3,n], x, y, 0.5, four)
        for k=0..3
            same(y[:,:,k], f(x[:,:,3-k], 0), "four")
        endfor
        x = image(3, n, 2)
        y = zeros(3, n, 2)
        parallel_do([3,n], x, y, 0.5, two)
        same(y[:,:,0], f(x[:,:,1], 0), "two 0")
        same(y[:,:,1], f(x[:,:,0], 8), "two 1")
    endfor
    print "ok"
endfunction
