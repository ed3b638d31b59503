% proves: 2.4 kernels may have any name, also those that the generated text uses for itself
% expect: stdout
%> [ 7, 1, 13, 2, 5]
% compiled: all
function [] = __kernel__ count(y : mat, pos : ivec2)
    k = 0
    z = 0.1
    while k < 9 && z < 1
        z = z*z + 0.3
        k += pos[1] < 20 ? 1 : 2
    endwhile
    y[pos] = k
endfunction

function [] = __kernel__ word(y : mat, pos : ivec2)
    y[pos] = pos[0]
endfunction

function [] = __kernel__ fail(y : mat'checked, pos : ivec2)
    y[pos] = pos[1] + 10
endfunction

function [] = __kernel__ mask(y : mat, pos : ivec2)
    y[pos] = max(y[pos], 2)
endfunction

function [] = __kernel__ plus_zero_f32(y : mat, pos : ivec2)
    y[pos] = floor(y[pos]) + 5
endfunction

function [] = main()
    y = zeros(4, 40)
    parallel_do(size(y), y, count)
    a = y[3,3] - 2
    parallel_do(size(y), y, word)
    b = y[1,7]
    parallel_do(size(y), y, fail)
    c = y[0,3]
    y = zeros(4, 40)
    parallel_do(size(y), y, mask)
    d = y[3,3]
    y = zeros(4, 40)
    parallel_do(size(y), y, plus_zero_f32)
    print [a, b, c, d, y[2,2]]
endfunction
