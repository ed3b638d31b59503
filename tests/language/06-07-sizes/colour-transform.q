% proves: 6.7 sizes as parameters, found from arguments and used in the body
% expect: ok
function out = transform_colours[N](C : mat(N,N), img : cube(:,:,N))
    out = zeros(size(img,0), size(img,1), N)
    {!parallel for}
    for m=0..size(img,0)-1
        for n=0..size(img,1)-1
            out[m,n,:] = C * squeeze(img[m,n,:])
        endfor
    endfor
endfunction
function n = half[N](x : vec(2*N))
    n = N
endfunction
function y = product[M,N](A : mat(M,N), x : vec(N))
    y = zeros(M)
    for m = 0..M-1
        for n = 0..N-1
            y[m] += A[m,n] * x[n]
        endfor
    endfor
endfunction
function y = block[N](A : mat(2+N, 2*N))
    y = N
endfunction
x = transform_colours([[0,1,0],[1,0,0],[0,0,2]], ones(4,5,3))
assert(x[3,4,0] == 1 && x[3,4,2] == 2 && size(x,2) == 3)
y = transform_colours([[0,2],[1,0]], ones(3,3,2))
assert(y[0,0,0] == 2 && y[0,0,1] == 1)
assert(half(zeros(6)) == 3)
assert(product([[1,2,3],[4,5,6]], [1,0,1]) == [4,10])
assert(block(zeros(5,6)) == 3)
print "ok"
