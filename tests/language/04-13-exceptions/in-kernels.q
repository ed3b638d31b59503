% proves: 4.13 errors of kernels and loops have the same text and line however they run
% expect: stdout
%> assertion failed: x[pos]<9
%> 12
%> assertion failed: too much
%> 16
%> assertion failed: x[i]<9
%> 42
%> assertion failed: x[100]<9
%> 49
function [] = __kernel__ plain(x : vec, y : vec, pos : int)
   assert(x[pos] < 9)
   y[pos] = x[pos]
endfunction
function r = __device__ checked_value(a : scalar)
   assert(a < 9, "too much")
   r = a
endfunction
function [] = __kernel__ with_text(x : vec, y : vec, pos : int)
   y[pos] = checked_value(x[pos])
endfunction
function [] = main()
    x = rand(4096)
    x[100] = 9.5
    y = zeros(4096)
    try
        parallel_do(4096, x, y, plain)
    catch e
        print(e)
        print(e.line)
    endtry
    try
        parallel_do(4096, x, y, with_text)
    catch e
        print(e)
        print(e.line)
    endtry

    try
        for i = 0..4095
            y[i] = x[i]
            assert(x[i] < 9)
        endfor
    catch e
        print(e)
        print(e.line)
    endtry
    try
        assert(x[100] < 9)
    catch e
        print(e)
        print(e.line)
    endtry
endfunction
