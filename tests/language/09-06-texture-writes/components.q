% proves: 9.6 four-component surface writes (one stage of a wavelet transform)
% expect: ok
function [] = __kernel__ dwt(x : cube'hwtex_nearest(4), y : cube'hwtex_nearest(4), wc : mat'hwconst, ctd : int, n : int, pos : ivec2)
    K = 16*n + ctd
    a = [0.0,0.0,0.0,0.0]
    b = [0.0,0.0,0.0,0.0]
    tilepos = int((2*pos[0])/n)
    j0 = tilepos*n
    for k=0..1
        j = j0+mod(2*pos[0]+k+K,n)
        u = x[j,pos[1],0..3]
        a = a + wc[0,k] * u
        b = b + wc[1,k] * u
    endfor
    y[j0+mod(pos[0],int(n/2)), pos[1],0..3]=a
    y[j0+int(n/2)+mod(pos[0],int(n/2)),pos[1],0..3]=b
endfunction
im = zeros(8,3,4)
for i=0..7
    for j=0..2
        for c=0..3
            im[i,j,c] = i*i + 3*j + c
        endfor
    endfor
endfor
im_out = uninit(size(im))
parallel_do([size(im_out,0)/2,size(im_out,1)],im,im_out,[[0.5,0.5],[1.0,-1.0]],0,size(im_out,0), dwt)
for i=0..3
    for j=0..2
        for c=0..3
            assert(abs(im_out[i,j,c] - 0.5*(im[2*i,j,c]+im[2*i+1,j,c])) < 1e-4, "low")
            assert(abs(im_out[4+i,j,c] - (im[2*i,j,c]-im[2*i+1,j,c])) < 1e-4, "high")
        endfor
    endfor
endfor
print "ok"
