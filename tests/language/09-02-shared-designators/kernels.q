% proves: 9.2.1 fetch and broadcast, gather and store, shared calculation; 9.2.3 histogram, separable filter
% expect: ok
function [] = __kernel__ tr(A : mat, a : scalar, b : scalar, pos : ivec2)
    B : 'shared = transpose(a*A[0..4, 0..4]+b)
    A[0..4, 0..4] = transpose(B) + 1
endfunction
function [] = __kernel__ hist_kernel(im : vec, hist : vec(16), pos : int)
    hist_sh : 'shared = zeros(16)
    for m=pos..256..numel(im)-1
        hist_sh[int(im[m])] += 1
    endfor
    hist[:] += hist_sh
endfunction
function img_out = sepfilt(img_in : cube(:,:,3), fc : vec(5))
    function [] = __kernel__ kernel(img_out : cube(:,:,3), pos : ivec2)
        c = 2
        p = pos - mod(pos, 16)
        s1 : 'shared = img_in[p[0]+(-c..16+c),p[1]+(-c..16+c),:]
        s2 : 'shared = uninit(16+2*c+1,16,3)
        for m=0..16+2*c
            for n=0..15
                total = zeros(3)
                for k=0..numel(fc)-1
                    total += fc[k] * s1[m,n+k,:]
                endfor
                s2[m,n,:] = total
            endfor
        endfor
        total1 = zeros(3)
        [m1,n1] = pos-p
        for k=0..numel(fc)-1
            total1 += fc[k] * s2[m1+k,n1,:]
        endfor
        img_out[pos[0],pos[1],:] = total1
    endfunction
    img_out = uninit(size(img_in))
    parallel_do([size(img_in,0..1),[16,16]],img_out, kernel)
endfunction
function [] = main()
    A = zeros(5,5)
    for i=0..4
      for j=0..4
        A[i,j] = i*5+j
      endfor
    endfor
    parallel_do([4,4], A, 2., 3., tr)
    for i=0..4
      for j=0..4
        assert(A[i,j] == 2*(i*5+j) + 4)
      endfor
    endfor
    im = zeros(1000)
    for i=0..999
       im[i] = mod(i*7,16)
    endfor
    h = zeros(16)
    parallel_do(256, im, h, hist_kernel)
    for k=0..15
      assert(h[k] == 62 + (mod(k*7,16) < 8))
    endfor
    q = zeros(32,32,3)
    for i=0..31
      for j=0..31
       for k=0..2
        q[i,j,k] = mod(i*5+j*3+k*7,13)
       endfor
      endfor
    endfor
    f = [0.1,0.2,0.4,0.2,0.1]
    r = sepfilt(q, f)
    e = 0.0
    for i=4..27
      for j=4..27
       for k=0..2
        s = 0.0
        for u=-2..2
         for v=-2..2
           s += f[u+2]*f[v+2]*q[i+u,j+v,k]
         endfor
        endfor
        e = max(e, abs(s-r[i,j,k]))
       endfor
      endfor
    endfor
    assert(e < 1e-4)
    print "ok"
endfunction
