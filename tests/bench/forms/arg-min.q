% Where the smallest element of each row is.
function [x] = inputs()
    x = rand(1024, 1024)
endfunction

function k = form_loops(x)
    k = zeros(size(x,0))
    for i=0..size(x,0)-1
        best = x[i,0]
        at = 0
        for j=1..size(x,1)-1
            if x[i,j] < best
                best = x[i,j]
                at = j
            endif
        endfor
        k[i] = at
    endfor
endfunction

function k = form_two_passes(x)
    k = zeros(size(x,0))
    for i=0..size(x,0)-1
        best = x[i,0]
        for j=1..size(x,1)-1
            best = min(best, x[i,j])
        endfor
        j = 0
        while x[i,j] != best
            j += 1
        endwhile
        k[i] = j
    endfor
endfunction

function k = form_built_in_and_search(x)
    k = zeros(size(x,0))
    for i=0..size(x,0)-1
        best = min(x[i,:])
        at = 0
        for j=0..size(x,1)-1
            if x[i,j] == best
                at = j
                break
            endif
        endfor
        k[i] = at
    endfor
endfunction

function [] = __kernel__ smallest(x : mat, k : vec, pos : int)
    best = x[pos,0]
    at = 0
    for j=1..size(x,1)-1
        at = x[pos,j] < best ? j : at
        best = min(best, x[pos,j])
    endfor
    k[pos] = at
endfunction

function k = form_kernel(x)
    k = zeros(size(x,0))
    parallel_do(size(x,0), x, k, smallest)
endfunction
