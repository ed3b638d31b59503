% proves: 9.1 shared memory beyond 48 KB, of arrays of several types, and of a size that no block of a GPU has
% expect: stdout
%> 1986044 7330
%> 5994 14
function [] = __kernel__ turned(x : mat, y : mat, pos : ivec2, blkpos : ivec2)
    s = shared(110, 200)
    t = shared_zeros[int](301)
    for i = 0..10
        for j = 0..19
            s[11 * blkpos[0] + i, 20 * blkpos[1] + j] = x[mod(11 * pos[0] + i, 20), mod(20 * pos[1] + j, 20)]
        endfor
    endfor
    t[300 - 10 * blkpos[0] - blkpos[1]] = 10 * blkpos[0] + blkpos[1]
    syncthreads
    y[pos] = s[109 - blkpos[0], 199 - blkpos[1]] + 100 * t[300 - 10 * blkpos[1] - blkpos[0]]
endfunction
function [] = __kernel__ larger(x : mat, y : mat, pos : ivec2, blkpos : ivec2)
    s = shared(300, 250)
    s[29 * blkpos[0], 20 * blkpos[1]] = x[pos]
    syncthreads
    y[pos] = s[29 * blkpos[1], 20 * blkpos[0]]
endfunction
x = reshape(mod(linspace(0, 399, 400) * 7, 31), [20, 20])
y = zeros(20, 20)
parallel_do([[20, 20], [10, 10]], x, y, turned)
print(sum(y), " ", y[13, 7])
parallel_do([[20, 20], [10, 10]], x, y, larger)
print(sum(y), " ", y[13, 7])
