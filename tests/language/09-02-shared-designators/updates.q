% proves: 9.2 updates of an element of shared memory by all work items of a block, which run side by side on devices
% expect: stdout
%> 24 24 15 12 127 32.5 1
function [] = __kernel__ add(y : vec, pos : ivec2, blkpos : ivec2)
    bins = shared(8)
    most = shared[int](1)
    bins[1] += mod(blkpos[1], 7)
    bins[mod(blkpos[0],2)+2] += 0.5 * blkpos[1]
    most[0] ^^= 4*blkpos[0] + blkpos[1]
    syncthreads
    if blkpos[0] == 0 && blkpos[1] == 0
        y[0] += bins[1]
        y[1] ^^= most[0]
        y[2] += bins[2] + bins[3]
    endif
endfunction

% where a compiler runs several work items in a vector
function [] = __kernel__ in_vectors(x : mat'mirror, y : mat, g : vec(16), pos : ivec2)
    p = pos - mod(pos, 4)
    [p0, p1] = pos - p
    tile : 'shared = 0.5*x[p[0]+(-1..4), p[1]+(-3..6)]
    bins : 'shared = zeros(16)
    total = 0.0
    for a=0..2
        for b=0..6
            total __= tile[p0+a, p1+b] * (a+b)
        endfor
    endfor
    bins[1] += mod(((p0 < int(pos[0])) ? int(p1) : p1), 7)
    g[:] += bins
    y[pos] = total
endfunction

% each work item its own element, in two statements
function [] = __kernel__ own(y : vec, pos : int, blkpos : int, blkdim : int)
    part = shared(64)
    part[blkpos] = 1
    part[blkpos] += blkpos
    syncthreads
    half = 32
    while half >= 1
        if blkpos < half
            part[blkpos] += part[blkpos + half]
        endif
        syncthreads
        half = int(half / 2)
    endwhile
    if blkpos == 0
        y[0] = part[0] / 64
    endif
endfunction
function [] = __kernel__ neighbours(y : vec[int], pos : int, blkpos : int)
    part = shared[int](65)
    part[blkpos] += 1
    part[blkpos+1] += 1
    syncthreads
    y[pos] = part[blkpos]
endfunction

y = zeros(8)
parallel_do([[4,4],[4,4]], y, add)
z = zeros(1)
parallel_do([[64],[64]], z, own)
n = zeros[int](64)
parallel_do([[64],[64]], n, neighbours)
g = zeros(16)
x = ones(4,4)
parallel_do([[4,4],[4,4]], x, zeros(4,4), g, in_vectors)
print g[1], " ", y[0], " ", y[1], " ", y[2], " ", sum(n), " ", z[0], " ", n[0]
