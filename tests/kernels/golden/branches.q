function r = __device__ limit(v, n : int)
    r = v
    if v > n
        r = n
        return
    endif
    r += 1
endfunction
function [] = __kernel__ branches(x : mat, y : mat, h : vec, n : int, pos : ivec2)
    v = limit(x[pos], n)
    while v > 1
        v = v / 2
    endwhile
    h[int(v * 4)] += 1
    h[9] ^^= v
    y[pos] = v
endfunction
