% proves: 17.2 histograms of groups in shared memory: whole numbers that wrap, scalars, grids of one to four dimensions
% expect: ok
function [] = __kernel__ count(x : vec'unchecked, bins : vec[int]'unchecked, pos : int)
    bins[int(x[pos])] += 1
endfunction

% work items that end early, and those that look beyond the array
function [] = __kernel__ count_some(x : vec'unchecked, bins : vec[int]'safe, shift : int, pos : int)
    if mod(pos, 3) == 0
        return
    endif
    bins[int(x[pos]) + shift] += mod(pos, 1000)
endfunction

function [] = __kernel__ weigh(x : vec'unchecked, bins : vec'unchecked, pos : int)
    for k=0..2
        bins[mod(int(x[pos]) + k, 64)] += 0.5
    endfor
endfunction

function [] = __kernel__ wrap(bins : vec[uint32]'unchecked, pos : int)
    bins[mod(pos, 5)] += 4000000
endfunction

function [] = __kernel__ count_3d(bins : mat[int]'unchecked, pos : ivec3)
    bins[mod(pos[0], 7),mod(pos[1] + pos[2], 9)] += 1
endfunction

function [] = __kernel__ count_4d(bins : vec[int]'unchecked, pos : ivec4)
    bins[mod(pos[0] + 3*pos[1] + 5*pos[2] + 7*pos[3], 11)] += 1
endfunction

% the bins are read as well
function [] = __kernel__ place(x : vec'unchecked, bins : vec[int]'unchecked, y : vec[int]'unchecked, pos : int)
    y[pos] = (bins[int(x[pos])] += 1)
endfunction

n = 200003
x = zeros(n)
for i=0..n-1
    x[i] = mod(7*i + mod(13*i, 101), 64)
endfor
expected = zeros(64)
weights = zeros(64)
some = zeros(64)
{!interpreted for}
for i=0..n-1
    k = int(x[i])
    expected[k] = expected[k] + 1
    if mod(i, 3) != 0 && k < 60
        some[k + 4] = some[k + 4] + mod(i, 1000)
    endif
endfor
for k=0..63
    weights[k] = 0.5*(expected[k] + expected[mod(k + 63, 64)] + expected[mod(k + 62, 64)])
endfor

% from what is there already, and twice
bins = zeros[int](64)
bins[:] = 5
parallel_do(n, x, bins, count)
parallel_do(n, x, bins, count)
assert(max(abs(bins - 2*expected - 5)) == 0)

% groups with few positions for many bins, and more bins than a group has room for
{!interpreted for}
for m = [100, 2048, 2049, 30000]
    many = zeros[int](m)
    many_few = zeros[int](m)
    parallel_do(n, x, many, count)
    parallel_do(130, x, many_few, count)
    assert(max(abs(many[0..63] - expected)) == 0 && sum(many[64..m-1]) == 0)
    assert(sum(many_few) == 130)
endfor

bins[:] = 0
parallel_do(n, x, bins, 4, count_some)
assert(max(abs(bins - some)) == 0)

scalars = zeros(64)
parallel_do(n, x, scalars, weigh)
assert(max(abs(scalars - weights)) < 0.001*max(weights))

large = vec[uint32](5)
parallel_do(100000, large, wrap)
for k=0..4
    assert(large[k] == mod(20000*4000000, 4294967296))
endfor

pairs = zeros[int](7,9)
parallel_do([70,90,31], pairs, count_3d)
assert(min(pairs) == 70*90*31/63 && max(pairs) == 70*90*31/63)
sums = zeros[int](11)
parallel_do([11,13,17,19], sums, count_4d)
assert(min(sums) == 13*17*19 && max(sums) == 13*17*19)

y = zeros[int](n)
bins[:] = 0
parallel_do(n, x, bins, y, place)
assert(max(abs(bins - expected)) == 0 && max(y) == max(expected) && min(y) == 1)

% beside a sum
function s = count_and_sum(x : vec, bins : vec[int])
    s = 0.0
    for i=0..numel(x)-1
        bins[int(x[i])] += 1
        s += x[i]
    endfor
endfunction
bins[:] = 0
assert(count_and_sum(x, bins) == sum(x) && max(abs(bins - expected)) == 0)
print "ok"
