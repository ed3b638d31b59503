% proves: 17.2 counters that grow beyond what 32 bits hold are right in work items that run in step
% expect: stdout
% compiled: all
% devices: cpu opencl cuda
%> [ 3000000512, 3000000512]
%> [ -3000000000, -3000000000]
%> [ 400000, 400000]
function [] = __kernel__ count(y : vec, most : scalar, pos : int)
    k = 0
    z = 1.0
    while z < 2 && k < most
        k += 1024
        z = 2 - z
    endwhile
    y[pos] = k
endfunction

function [] = __kernel__ count_down(y : vec, least : scalar, pos : int)
    k = 512
    z = 1.0
    while z < 2 && k > least
        k -= 1024
        z = 2 - z
    endwhile
    y[pos] = k
endfunction

% Some items go on for long, others end at once.
function [] = __kernel__ uneven(y : vec, pos : int)
    k = 0
    z = 1.0
    while z < 2 && k < (mod(pos, 16) == 15 ? 400000 : 3)
        k += 1
        z = 2 - z
    endwhile
    y[pos] = k
endfunction

function [] = main()
    y = zeros(40)
    parallel_do(40, y, 3e9, count)
    print [min(y), max(y)]
    parallel_do(40, y, -3e9, count_down)
    print [min(y), max(y)]
    parallel_do(40, y, uneven)
    print [y[15], y[31]]
endfunction
