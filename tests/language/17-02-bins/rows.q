% proves: 17.2 whole numbers that loops of work items add to each element of a row, beside sums: negative and large ones
% expect: ok
function [] = count(a : mat, y : vec, w : vec, v : vec)
    for i=0..size(a,0)-1
        for j=0..size(a,1)-1
            w[j] -= 2
            y[i] += a[i,j]
        endfor
    endfor
    for i=0..size(a,0)-1
        for j=0..size(a,1)-1
            v[j] += 1048576
            y[i] += a[i,j]
        endfor
    endfor
endfunction

n = 20000
a = ones(n, 32)
y = zeros(n)
w = zeros(32)
v = zeros(32)
count(a, y, w, v)
assert(max(abs(w + 2*n)) == 0)
assert(max(abs(v - 1048576*n)) == 0)
assert(max(abs(y - 64)) == 0)
print "ok"
