% proves: 4.4 kernels launch kernels: the four combinations
% expect: ok
function [] = __kernel__ inner(y : mat, r : int, pos : int)
    y[r,pos] = 10 * r + pos
endfunction
function [] = __kernel__ outer_p(y : mat, pos : int)
    parallel_do(12, y, pos, inner)
endfunction
function [] = __kernel__ outer_s(y : mat, pos : int)
    serial_do(12, y, pos, inner)
endfunction
for v=0..3
    y = zeros(30,12)
    if v == 0
        serial_do(30, y, outer_s)
    elseif v == 1
        serial_do(30, y, outer_p)
    elseif v == 2
        parallel_do(30, y, outer_s)
    else
        parallel_do(30, y, outer_p)
    endif
    for i=0..29
        for j=0..11
            assert(y[i,j] == 10*i + j, "nested")
        endfor
    endfor
endfor
print "ok"
