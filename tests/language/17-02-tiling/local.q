% proves: 12.2 17.2.3 vectors that {!kernel_tiling mode="local"} and simdprocessing ask for compute what work items one by one do
% expect: ok
function [] = __kernel__ one(x : mat, y : mat, pos : ivec2)
    y[pos] = x[pos[0],pos[1]+1] > 1 ? x[pos] : sqrt(x[pos]) + pos[1]
endfunction
function [] = __kernel__ four(x : mat, y : mat, pos : ivec2)
    {!kernel_tiling dims=[1,1,4]; mode="local"; target="cpu"}
    y[pos] = x[pos[0],pos[1]+1] > 1 ? x[pos] : sqrt(x[pos]) + pos[1]
endfunction
function [] = __kernel__ forty(x : mat, y : mat, pos : ivec2)
    {!kernel_tiling dims=[1,40]; mode="local"}
    y[pos] = x[pos[0],pos[1]+1] > 1 ? x[pos] : sqrt(x[pos]) + pos[1]
endfunction
function [] = __kernel__ many(x : mat, y : mat, pos : ivec2)
    {!kernel_transform enable="simdprocessing"; numel=1000000}
    y[pos] = x[pos[0],pos[1]+1] > 1 ? x[pos] : sqrt(x[pos]) + pos[1]
endfunction
function [] = __kernel__ any(x : mat, y : mat, pos : ivec2)
    {!kernel_transform enable="simdprocessing"; target="cpu"}
    y[pos] = x[pos[0],pos[1]+1] > 1 ? x[pos] : sqrt(x[pos]) + pos[1]
endfunction
function [] = __kernel__ both(x : mat, y : mat, pos : ivec2)
    {!kernel_tiling dims=auto; mode="global"; target="gpu"}
    {!kernel_tiling dims=[4,64]; mode="global"; target="cpu"}
    {!kernel_tiling dims=[1,8]; mode="local"}
    y[pos] = x[pos[0],pos[1]+1] > 1 ? x[pos] : sqrt(x[pos]) + pos[1]
endfunction
function [] = __kernel__ branches(x : mat, y : mat, pos : ivec2)
    {!kernel_transform enable="simdprocessing"; numel=8}
    a = x[pos]
    if a > 1
        a = 2 * a
    else
        a -= 1
    endif
    y[pos] = a
endfunction
function [] = __kernel__ products(a : mat, b : mat, c : mat, pos : ivec2)
    {!kernel_transform enable="simdprocessing"; numel=256}
    s = 0.0
    for k=0..size(a,1)-1
        s += a[pos[0],k] * b[k,pos[1]]
    endfor
    c[pos] = s
endfunction
function [] = __kernel__ windows(x : mat'circular, y : mat, pos : ivec2)
    {!kernel_transform enable="simdprocessing"; numel=16}
    s = 0.0
    for k=-2..2
        for l=-2..2
            s += x[pos + [k,l]]
        endfor
    endfor
    y[pos] = s
endfunction
function [] = __kernel__ turned(x : mat, y : mat, pos : ivec2)
    {!kernel_transform enable="simdprocessing"}
    y[pos[1],pos[0]] = 2.0 * x[pos]
endfunction
function [] = __kernel__ bytes(x : mat[uint8], y : mat[uint8'sat], pos : ivec2)
    {!kernel_transform enable="simdprocessing"; numel=32}
    s = 0
    for k=-1..1
        s += x[pos[0],pos[1]+k]
    endfor
    y[pos] = s - 100
endfunction

for n=[1,5,15,16,17,64,65,200,517]
    x = mod(reshape(0..11*n-1,[11,n]), 9) / 3
    a = zeros(11,n)
    parallel_do(size(x), x, a, one)
    for k={four, forty, many, any, both}
        b = zeros(11,n)
        parallel_do(size(x), x, b, k)
        assert(max(abs(a - b)) < 1e-5, "vectors")
    endfor
    parallel_do(size(x), x, a, branches)
    for i=0..10
        for j=0..n-1
            assert(abs(a[i,j] - (x[i,j] > 1 ? 2*x[i,j] : x[i,j] - 1)) < 1e-6, "branches")
        endfor
    endfor
    c = zeros(11,11)
    z = transpose(x)
    parallel_do([11,11], x, z, c, products)
    assert(max(abs(c - x * z)) < 1e-3, "products")
    parallel_do(size(x), x, a, windows)
    t = 0.0
    for k=-2..2
        for l=-2..2
            t += x[periodize(4+k,11),periodize(n-1+l,n)]
        endfor
    endfor
    assert(abs(a[4,n-1] - t) < 1e-4, "windows")
    d = zeros(n,11)
    parallel_do(size(x), x, d, turned)
    assert(sum(abs(d - 2 * z)) == 0, "turned")
    u = uint8(mod(reshape(0..11*n-1,[11,n]), 256))
    w = mat[uint8'sat](11,n)
    parallel_do(size(u), u, w, bytes)
    v = (n > 1 ? float(u[10,n-2]) : 0.0) + float(u[10,n-1]) - 100
    assert(w[10,n-1] == max(0, min(255, v)), "bytes")
endfor
print "ok"
