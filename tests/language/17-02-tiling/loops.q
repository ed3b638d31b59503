% proves: 12.2.1 17.2.3 tiling and vectors that loops ask for, between their levels or inside
% expect: ok
function y = smooth(im, K)
    y = zeros(size(im))
    for m=0..size(im,0)-1
        {!kernel_tiling dims=[4,32]; mode="global"}
        for n=0..size(im,1)-1
            {!kernel_transform enable="simdprocessing"; target="cpu"; numel=8}
            r = 0.0
            for x=-K..K
                r += im[m,n+x]
            endfor
            y[m,n] = r/(2*K+1)
        endfor
    endfor
endfunction
function s = total(im)
    s = 0.0
    for m=0..size(im,0)-1
        for n=0..size(im,1)-1
            {!kernel_tiling dims=[4,16]; mode="global"}
            {!kernel_transform enable="simdprocessing"; numel=4}
            s += im[m,n]
        endfor
    endfor
endfunction
function x = running(x)
    for m=1..numel(x)-1
        {!kernel_tiling dims=[4]; mode="global local"}
        x[m] = 0.5 * x[m-1] + x[m]
    endfor
endfunction
function x = down(x)
    for n=0..size(x,1)-1
        for m=1..size(x,0)-1
            {!kernel_tiling dims=[8,8]; mode="global"}
            x[m,n] = 0.5 * x[m-1,n] + x[m,n]
        endfor
    endfor
endfunction
im = mod(reshape(0..59*83-1,[59,83]), 13) * 1.0
y = smooth(im, 2)
assert(abs(y[3,10] - mean(im[3,8..12])) < 1e-5 && abs(y[58,82] - sum(im[58,80..82])/5) < 1e-5, "smooth")
assert(total(im) == sum(im), "total")
v = running([8.0,0.0,0.0,16.0])
assert(v[3] == 17, "running")
a = 0.25*im[0,7] + 0.5*im[1,7] + im[2,7]
w = down(im)
assert(abs(w[2,7] - a) < 1e-5, "down")
print "ok"
