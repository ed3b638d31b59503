% manual: 17.2
% proves: local windowing: filters with wide windows give at the border what the boundary mode says
% expect: ok
function [] = __kernel__ filter_mirror(x : mat'mirror, y : mat, r : int, pos : ivec2)
    s = 0.0
    for k=-r..r
        for l=-r..3
            s += (k + 2*l) * x[pos[0]+k, pos[1]+l]
        endfor
    endfor
    y[pos] = s
endfunction

function [] = __kernel__ filter_circular(x : mat'circular, y : mat, r : int, pos : ivec2)
    s = 0.0
    for k=-r..r
        for l=-r..3
            s += (k + 2*l) * x[pos[0]+k, pos[1]+l]
        endfor
    endfor
    y[pos] = s
endfunction

function [] = __kernel__ filter_clamped(x : mat'clamped, y : mat, r : int, pos : ivec2)
    s = 0.0
    for k=-r..r
        for l=-r..3
            s += (k + 2*l) * x[pos[0]+k, pos[1]+l]
        endfor
    endfor
    y[pos] = s
endfunction

function [] = __kernel__ filter_safe(x : mat'safe, y : mat, r : int, pos : ivec2)
    s = 0.0
    for k=-r..r
        for l=-r..3
            s += (k + 2*l) * x[pos[0]+k, pos[1]+l]
        endfor
    endfor
    y[pos] = s
endfunction

function i : int = place(i : int, n : int, mode : int)
    match mode with
    | 0 ->
        i = mod(i, 2*n)
        if i >= n
            i = 2*n - 1 - i
        endif
    | 1 -> i = mod(i, n)
    | 2 -> i = min(max(i, 0), n - 1)
    endmatch
endfunction

function wide : mat = extended(x : mat, r : int, mode : int)
    wide = zeros(size(x,0) + 2*r, size(x,1) + 2*r)
    for m=0..size(wide,0)-1
        for n=0..size(wide,1)-1
            i = m - r
            j = n - r
            if mode < 3 || i >= 0 && i < size(x,0) && j >= 0 && j < size(x,1)
                wide[m,n] = x[place(i, size(x,0), mode), place(j, size(x,1), mode)]
            endif
        endfor
    endfor
endfunction

function [] = compare(rows : int, columns : int, r : int)
    x = zeros(rows, columns)
    for m=0..rows-1
        for n=0..columns-1
            x[m,n] = mod(7*m*m + 13*m*n + 5*n, 16)
        endfor
    endfor
    filters = {filter_mirror, filter_circular, filter_clamped, filter_safe}
    for mode=0..3
        y = zeros(rows, columns)
        parallel_do(size(y), x, y, r, filters[mode])
        wide = extended(x, max(r,3), mode)
        w = max(r,3)
        expected = zeros(rows, columns)
        for k=-r..r
            for l=-r..3
                expected += (k + 2*l) * wide[w+k..w+k+rows-1, w+l..w+l+columns-1]
            endfor
        endfor
        assert(max(abs(y - expected)) == 0)
    endfor
endfunction

function [] = main()
    compare(20, 150, 4)
    compare(9, 70, 6)
    compare(5, 7, 12)
    print "ok"
endfunction
