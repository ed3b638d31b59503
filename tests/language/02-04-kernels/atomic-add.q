% proves: 2.1(8), 2.4.4 += on an element of an array is atomic in kernels
% expect: ok
function [] = __kernel__ count(x : mat, bins : vec, pos : ivec2)
    bins[int(x[pos])] += 1
endfunction
x = zeros(200,300)
for i=0..199
    for j=0..299
        x[i,j] = mod(i*i + j, 10)
    endfor
endfor
bins = zeros(10)
parallel_do(size(x), x, bins, count)
assert(sum(bins) == 60000, "none is lost")
for b=0..9
    n = 0
    for i=0..199
        for j=0..299
            if x[i,j] == b
                n += 1
            endif
        endfor
    endfor
    assert(bins[b] == n, "bin ", b)
endfor
print "ok"
