% proves: 2.3 products, transposes, sums down the columns and histograms written as loops, at sizes around those of vectors
% expect: ok
function c = multiply(a : mat, b : mat)
    c = zeros(size(a,0), size(b,1))
    for i=0..size(a,0)-1
        for j=0..size(b,1)-1
            sum = 0.0
            for k=0..size(a,1)-1
                sum += a[i,k] * b[k,j]
            endfor
            c[i,j] = sum
        endfor
    endfor
endfunction

function y = transposed(x : mat)
    y = zeros(size(x,1), size(x,0))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[j,i] = x[i,j]
        endfor
    endfor
endfunction

function [] = add_up(x : mat, y : mat)
    for j=0..size(x,1)-1
        sum = 0.0
        for i=0..size(x,0)-1
            sum += x[i,j]
            y[i,j] = sum
        endfor
    endfor
endfunction

function [low, high] = range_of(x : vec)
    low = x[0]
    high = x[0]
    for i=0..numel(x)-1
        low = min(low, x[i])
        high = max(high, x[i])
    endfor
endfunction

function bins = count(x : mat, n : int)
    bins = zeros(n)
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            bins[x[i,j]] += 1
        endfor
    endfor
endfunction

function x = pattern(m, n)
    x = zeros(m, n)
    for i=0..m-1
        for j=0..n-1
            x[i,j] = mod(7*i*i + 13*i*j + 5*j, 32)
        endfor
    endfor
endfunction

sizes = [[1,1,1],[7,5,64],[70,33,130],[64,64,64],[100,1,200],[9,300,65]]
for s=0..5
    a = pattern(sizes[s,0], sizes[s,1])
    b = pattern(sizes[s,1], sizes[s,2])
    assert(max(abs(multiply(a, b) - a*b)) == 0, "product")
    assert(max(abs(transposed(b) - transpose(b))) == 0, "transpose")
    y = zeros(size(b))
    add_up(b, y)
    assert(max(abs(y - cumsum(b, 0))) == 0, "columns")
    add_up(b, b)
    assert(max(abs(y - b)) == 0, "columns in place")
endfor
empty = zeros(3, 0)
assert(sum(multiply(empty, zeros(0, 70))) == 0, "product of nothing")

x = pattern(300, 301)
bins = count(x, 32)
for k=0..31
    assert(bins[k] == sum(x == k), "histogram")
endfor
bins = count(x, 5000)
assert(sum(bins) == numel(x) && bins[31] == sum(x == 31), "large histogram")
bins = count(x, 10)
assert(sum(bins) == sum(x < 10), "values without a bin")

v = zeros(5000)
for i=0..4999
    v[i] = mod(i*37, 4999) - 0.25
endfor
[low, high] = range_of(v)
assert(low == -0.25 && high == 4997.75, "range")
v[17] = -1/0
v[18] = 1e30
[low, high] = range_of(v)
assert(low == -1/0 && high == maxvalue(scalar) || high > 9e29, "extremes")
print "ok"
