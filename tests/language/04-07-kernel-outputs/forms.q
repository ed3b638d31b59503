% proves: 4.7 outputs in every form: read back, with blocks, large grids, all operators, early ends
% expect: ok
function [n : int, last : scalar] = __kernel__ count_above(x : vec, t : scalar, pos : int)
    if x[pos] <= t
        return
    endif
    n += 1
    last = 7
endfunction
x = zeros(100000)
for i = 0..numel(x)-1
    x[i] = mod(i, 10)
endfor
[n, last] = parallel_do(numel(x), x, 6.5, count_above)
assert(n == 30000 && last == 7)
[n, last] = parallel_do(numel(x), x, 100, count_above)
assert(n == 0 && last == 0)

% a reduction in shared memory, one update a block (10.6)
function [y : scalar] = __kernel__ block_sum(x : vec'unchecked, pos : int, blkpos : int, blkdim : int)
    bins = shared(blkdim)
    bins[blkpos] = x[pos]
    syncthreads
    if blkpos == 0
        s = 0.0
        for k = 0..blkdim-1
            s += bins[k]
        endfor
        y += s
    endif
endfunction
assert(parallel_do([[100000],[100]], x, block_sum) == 450000)

% integers are exact, and only whole numbers are kept
function [big : int, low : int, high : int, bits : int, any_ : int, odd : int] = __kernel__ ints(x : vec, pos : int)
    v = int(x[pos])
    big += 1000000007
    low __= v - 3
    high ^^= v + 5
    bits &= 12 + v - v
    any_ |= v
    odd ~= v
endfunction
[big, low, high, bits, any_, odd] = parallel_do(100000, x, ints)
assert(big == 100000000700000 && low == -3 && high == 14 && bits == 12 && any_ == 15 && odd == 0)

% the output is seen by the others: this one stops at the first work item that finds it
function [found : int] = __kernel__ search(x : vec, what : scalar, pos : int)
    if found == 0 && x[pos] == what
        found = 1
    endif
endfunction
assert(parallel_do(numel(x), x, 3, search) == 1)
assert(parallel_do(numel(x), x, 11, search) == 0)

% vectors: as a whole, by element, by a computed element, out of range
function [h : ivec16, m : vec3, lo : vec2] = __kernel__ vectors(x : vec, pos : int)
    h[int(x[pos])] += 1
    h[20] += 1
    m += [1, x[pos], 0.5]
    m[2] -= 0.25
    lo[0] __= x[pos] + 4
    lo[1] __= -x[pos]
endfunction
[h, m, lo] = parallel_do(numel(x), x, vectors)
assert(sum(h) == 100000 && h[3] == 10000 && h[10] == 0)
assert(m[0] == 100000 && m[1] == 450000 && m[2] == 25000)
assert(lo[0] == 4 && lo[1] == -9)

% complex outputs; subtraction
function [z : cscalar, w : cvec2] = __kernel__ complexes(x : vec, pos : int)
    z += complex(x[pos], 1)
    w[1] -= complex(1, x[pos])
endfunction
[z, w] = parallel_do(1000, x, complexes)
assert(real(z) == 4500 && imag(z) == 1000 && real(w[1]) == -1000 && imag(w[1]) == -4500 && real(w[0]) == 0)

% an empty grid leaves what the outputs begin with
[n, last] = parallel_do(0, x, 1, count_above)
assert(n == 0 && last == 0)
% assignments in a device function that gets the output
function v = __device__ twice(a : scalar)
    v = 2 * a
endfunction
function [s : scalar] = __kernel__ through(x : vec, pos : ivec1)
    s += twice(x[pos])
endfunction
assert(parallel_do(numel(x), x, through) == 900000)
% a failing one raises, and the next launch is sound
function [s : scalar] = __kernel__ failing(x : vec, pos : int)
    assert(x[pos] < 9)
    s += 1
endfunction
caught = 0
try
    s = parallel_do(numel(x), x, failing)
catch ex
    caught = 1
endtry
assert(caught == 1)
assert(parallel_do(9, x, failing) == 9)
print "ok"
