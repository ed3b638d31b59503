% proves: 9.2.1 a shared variable in a parallel loop; 9.2.3.3 reduction in a loop; blkdim of two dimensions
% expect: ok
function [y, biggest] = total(x : vec)
    M : int'const = 32
    N : int'const = 4*M
    y = 10.0
    biggest = zeros(4)
    {!parallel for; blkdim=M}
    for n = 0..N-1
        B : 'shared = uninit(M)
        part = 0.0
        for k = n..N..numel(x)-1
            part += x[k]
        endfor
        B[mod(n, M)] = part
        syncthreads
        if mod(n, M) == 0
            y += sum(B)
            biggest[int(n / M)] = max(B)
        endif
    endfor
endfunction

function y = tiles(x : mat)
    y = zeros(size(x))
    {!parallel for; blkdim=[4,4]}
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            T : 'shared = uninit(4, 4)
            T[mod(m,4), mod(n,4)] = x[m,n]
            syncthreads
            y[m,n] = T[mod(n,4), mod(m,4)]
        endfor
    endfor
endfunction

x = zeros(500)
expected = 10.0
for i = 0..499
    x[i] = mod(i * 3, 11)
    expected += x[i]
endfor
[t, biggest] = total(x)
assert(abs(t - expected) < 1e-3)
for b = 0..3
    largest = 0.0
    for n = 32*b..32*b+31
        part = 0.0
        for k = n..128..499
            part += x[k]
        endfor
        largest = max(largest, part)
    endfor
    assert(biggest[b] == largest)
endfor
a = zeros(8, 12)
for m = 0..7
    for n = 0..11
        a[m,n] = m * 12 + n
    endfor
endfor
b = tiles(a)
for m = 0..7
    for n = 0..11
        assert(b[m,n] == a[m - mod(m,4) + mod(n,4), n - mod(n,4) + mod(m,4)])
    endfor
endfor
print "ok"
