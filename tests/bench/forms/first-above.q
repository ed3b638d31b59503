% The first element of each row that is above a limit.
function [x] = inputs()
    x = rand(2048, 512) .* (repmat(reshape(0..511, [1,512]), [2048,1]) / 400)
endfunction

function k = form_while(x)
    k = zeros(size(x,0))
    for i=0..size(x,0)-1
        j = 0
        while j < size(x,1)-1 && x[i,j] <= 0.75
            j += 1
        endwhile
        k[i] = j
    endfor
endfunction

function k = form_break(x)
    k = zeros(size(x,0))
    for i=0..size(x,0)-1
        k[i] = size(x,1)-1
        for j=0..size(x,1)-1
            if x[i,j] > 0.75
                k[i] = j
                break
            endif
        endfor
    endfor
endfunction

function k = form_flag(x)
    k = zeros(size(x,0))
    for i=0..size(x,0)-1
        found = false
        at = size(x,1)-1
        for j=0..size(x,1)-1
            if !found && x[i,j] > 0.75
                found = true
                at = j
            endif
        endfor
        k[i] = at
    endfor
endfunction

function k = form_backwards(x)
    k = zeros(size(x,0))
    for i=0..size(x,0)-1
        at = size(x,1)-1
        for j=size(x,1)-1..-1..0
            at = x[i,j] > 0.75 ? j : at
        endfor
        k[i] = at
    endfor
endfunction

function [] = __kernel__ first_above(x : mat, k : vec, pos : int)
    j = 0
    while j < size(x,1)-1 && x[pos,j] <= 0.75
        j += 1
    endwhile
    k[pos] = j
endfunction

function k = form_kernel(x)
    k = zeros(size(x,0))
    parallel_do(size(x,0), x, k, first_above)
endfunction
