% proves: 17.2.3 global, local and hybrid tiling attributes
% expect: ok
function [] = __kernel__ k(x : mat, y : mat, pos : ivec2)
    {!kernel_tiling dims=auto; mode="global"; target="gpu"}
    {!kernel_tiling dims=[1,1,4]; mode="local"; target="gpu"}
    {!kernel_tiling dims=[32,16,1]; mode="global"; target="cpu"}
    y[pos] = x[pos] + pos[0]
endfunction
x = ones(33,47)
y = zeros(33,47)
parallel_do(size(x), x, y, k)
assert(sum(y) == 33*47 + 47*528, "sum")
im = mod(reshape(0..299,[10,30]),13)
im_out = zeros(10,30)
K = 2
for m=0..size(im,0)-1
    for n=0..size(im,1)-1
        {!kernel_tiling dims=[1,32]; mode="local"; target="cpu"}
        r = 0.0
        for x=-K..K
            r += im[m,n+x]
        endfor
        im_out[m,n] = r/(2*K+1)
    endfor
endfor
assert(abs(im_out[3,10] - mean(im[3,8..12])) < 1e-5, "box filter")
print "ok"
