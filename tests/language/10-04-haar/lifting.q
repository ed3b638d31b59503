% proves: 10.4 Haar transform forward and backward
% expect: ok
function [] = haar_fw(x, num_scales)
    function [] = __kernel__ hor_haar_fw_kernel(x : cube'unchecked, _
        y : cube'unchecked, j : int, pos : ivec3)
        n = size(x,1)/2^(j+1)
        if mod(pos[1],2)==0
            [a, b] = [x[pos], x[pos+[0,1,0]]]
            y[pos[0],pos[1]/2,pos[2]]=0.5*(a+b)
            y[pos[0],pos[1]/2+n,pos[2]]=a-b
        endif
    endfunction
    function [] = __kernel__ ver_haar_fw_kernel(x : cube'unchecked, _
        y : cube'unchecked, j : int, pos : ivec3)
        m = size(x,0)/2^(j+1)
        if mod(pos[0],2)==0
            [a, b] = [x[pos], x[pos+[1,0,0]]]
            y[pos[0]/2,pos[1],pos[2]]=0.5*(a+b)
            y[pos[0]/2+m,pos[1],pos[2]]=a-b
        endif
    endfunction
    tmp = zeros(size(x))
    for j=0..num_scales-1
        sz = [size(x,0)/2^j,size(x,1)/2^j,size(x,2)]
        parallel_do(sz,x,tmp,j,hor_haar_fw_kernel)
        parallel_do(sz,tmp,x,j,ver_haar_fw_kernel)
    endfor
endfunction
function [] = haar_bw(x, num_scales)
    function [] = __kernel__ hor_haar_bw_kernel(x : cube'unchecked, _
        y : cube'unchecked, j : int, pos : ivec3)
        n = size(x,1)/2^(j+1)
        if mod(pos[1],2)==0
            a = x[pos[0],pos[1]/2,pos[2]]
            b = x[pos[0],pos[1]/2+n,pos[2]]
            y[pos]=a+0.5*b
            y[pos+[0,1,0]]=a-0.5*b
        endif
    endfunction
    function [] = __kernel__ ver_haar_bw_kernel(x : cube'unchecked, _
        y : cube'unchecked, j : int, pos : ivec3)
        m = size(x,0)/2^(j+1)
        if mod(pos[0],2)==0
            a = x[pos[0]/2,pos[1],pos[2]]
            b = x[pos[0]/2+m,pos[1],pos[2]]
            y[pos]=a+0.5*b
            y[pos+[1,0,0]]=a-0.5*b
        endif
    endfunction
    tmp = zeros(size(x))
    for j=num_scales-1..-1..0
        sz = [size(x,0)/2^j,size(x,1)/2^j,size(x,2)]
        parallel_do(sz,x,tmp,j,ver_haar_bw_kernel)
        parallel_do(sz,tmp,x,j,hor_haar_bw_kernel)
    endfor
endfunction
x = zeros(16,24,3)
for i=0..15
    for j=0..23
        for k=0..2
            x[i,j,k] = mod(i*31+j*17+k*5,256)
        endfor
    endfor
endfor
y = copy(x)
haar_fw(y, 3)
assert(abs(y[0,0,0] - mean(x[0..7,0..7,0])) < 1e-3, "low pass")
haar_bw(y, 3)
assert(sum(abs(x - y)) == 0, "exact reconstruction")
print "ok"
