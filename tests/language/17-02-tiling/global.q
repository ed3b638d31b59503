% proves: 17.2.3 {!kernel_tiling mode="global"} changes how a launch is cut and never what it computes
% expect: ok
function [] = __kernel__ plain(x : mat, y : mat, pos : ivec2)
    y[pos] = 3 * x[pos[0]-1,pos[1]+1] + exp(x[pos])
endfunction
function [] = __kernel__ boxes(x : mat, y : mat, pos : ivec2)
    {!kernel_tiling dims=[8,32,1]; mode="global"; target="cpu"}
    y[pos] = 3 * x[pos[0]-1,pos[1]+1] + exp(x[pos])
endfunction
function [] = __kernel__ narrow(x : mat, y : mat, pos : ivec2)
    {!kernel_tiling dims=[1,1]; mode="global"}
    y[pos] = 3 * x[pos[0]-1,pos[1]+1] + exp(x[pos])
endfunction
function [] = __kernel__ wide(x : mat, y : mat, pos : ivec2)
    {!kernel_tiling dims=[5,100000]; mode="global"}
    y[pos] = 3 * x[pos[0]-1,pos[1]+1] + exp(x[pos])
endfunction
function [] = __kernel__ across(x : mat, y : mat, pos : ivec2)
    y[pos[1],pos[0]] = x[pos]
endfunction
function [] = __kernel__ across_boxes(x : mat, y : mat, pos : ivec2)
    {!kernel_tiling dims=[24,48]; mode="global"; target="cpu gpu"}
    y[pos[1],pos[0]] = x[pos]
endfunction
function [] = __kernel__ filter(x : mat'mirror, y : mat, pos : ivec2)
    {!kernel_tiling dims=[7,9]; mode="global"}
    s = 0.0
    for k=-3..3
        for l=-3..3
            s += (k+2*l) * x[pos + [k,l]]
        endfor
    endfor
    y[pos] = s
endfunction
function [] = __kernel__ filter_plain(x : mat'mirror, y : mat, pos : ivec2)
    s = 0.0
    for k=-3..3
        for l=-3..3
            s += (k+2*l) * x[pos + [k,l]]
        endfor
    endfor
    y[pos] = s
endfunction
function [] = __kernel__ cubes(x : cube, y : cube, pos : ivec3)
    {!kernel_tiling dims=[2,16,1]; mode="global"}
    y[pos] = 2 * x[pos] + pos[0] + pos[2]
endfunction
function [] = __kernel__ vectors(x : vec, y : vec, pos : int)
    {!kernel_tiling dims=[33]; mode="global"}
    y[pos] = x[pos+1] - x[pos]
endfunction

function [] = compare(m : int, n : int)
    x = mod(reshape(0..m*n-1,[m,n]), 7) / 3
    a = zeros(m,n)
    b = zeros(m,n)
    parallel_do(size(x), x, a, plain)
    for k={boxes, narrow, wide}
        b = zeros(m,n)
        parallel_do(size(x), x, b, k)
        assert(max(abs(a - b)) < 1e-5, "boxes")
    endfor
    c = zeros(n,m)
    d = zeros(n,m)
    parallel_do(size(x), x, c, across)
    parallel_do(size(x), x, d, across_boxes)
    assert(sum(abs(c - d)) == 0, "across")
    parallel_do(size(x), x, a, filter_plain)
    parallel_do(size(x), x, b, filter)
    assert(max(abs(a - b)) < 1e-4, "filter")
endfunction
compare(3,5)
compare(40,70)
compare(301,203)
x = mod(reshape(0..30*40*5-1,[30,40,5]), 7)
y = zeros(30,40,5)
parallel_do(size(x), x, y, cubes)
assert(y[29,39,4] == 2 * x[29,39,4] + 33 && sum(y) == 2 * sum(x) + 6000 * (14.5 + 2), "cubes")
v = (0..999) .^ 2
w = zeros(1000)
parallel_do(1000, v, w, vectors)
assert(w[10] == 21 && w[998] == 1997, "vectors")
print "ok"
