% expect: ok
% Loops that read members of objects: fields, arrays that are members, also when two names mean one array.

type counter : mutable class
    n : int
    s : scalar
    w : vec
endtype

function [] = __device__ inc(c : ^counter, k : scalar)
    c.n += 1
    c.s = k
endfunction

function r = __device__ get(c : counter, k : scalar)
    c.s = c.s + k
    r = c.s
endfunction

function [] = device_changes(a : ^counter)
    for i=0..9999
        inc(a, i)
    endfor
endfunction

function y = device_reads(a : ^counter, x : vec)
    y = zeros(numel(x))
    for i=0..numel(x)-1
        y[i] = get(a, x[i])
    endfor
endfunction

function y = swap_objects(a : ^counter, b : ^counter, x : vec)
    y = zeros(numel(x))
    for i=0..numel(x)-1
        p = a
        if x[i] > 0.5
            p = b
        endif
        y[i] = p.s + i
    endfor
endfunction

function y = whole_vector(a : ^counter, x : vec)
    y = zeros(numel(x))
    for i=0..numel(x)-1
        v = a.w
        y[i] = v[mod(i,3)] + sum(v) + numel(a.w)
    endfor
endfunction

function a = changed_elsewhere(x : vec)
    a = counter(n:=0, s:=1.5, w:=zeros(10))
    for r=1..3
        a.s = r
        for i=0..numel(x)-1
            a.w[mod(i,10)] += a.s*x[i]
        endfor
    endfor
endfunction

function [] = same_vector(a : ^counter, b : ^counter)
    b.w = a.w
    for i=1..numel(a.w)-1
        a.w[i] = b.w[i-1] + 1
    endfor
endfunction

type params : class
    gain : scalar
    offset : scalar
    table : vec
    image : mat
endtype

function y = adjust(x : mat, p : params)
    y = zeros(size(x))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            y[m,n] = x[m,n]*p.gain + p.offset + p.table[mod(n,4)]
        endfor
    endfor
endfunction

function [] = shift(p : params)
    for m=0..size(p.image,0)-2
        for n=0..size(p.image,1)-1
            p.image[m,n] = p.image[m+1,n]*p.gain
        endfor
    endfor
endfunction

function [] = change(x : mat, p : params)
    for m=0..size(x,0)-2
        for n=0..size(x,1)-1
            x[m,n] = p.image[m+1,n] + 1
        endfor
    endfor
endfunction

function [] = count(a : ^counter, b : ^counter)
    for i=0..9999
        a.n += 1
        b.n += 2
    endfor
endfunction

function y = of_cell(q, x : vec)
    y = zeros(numel(x))
    for i=0..numel(x)-1
        y[i] = q[mod(i,2)].gain * x[i]
    endfor
endfunction


function [] = main()
    a = counter(n:=0, s:=2.0, w:=[1,2,3])
    b = counter(n:=0, s:=3.0, w:=zeros(10000))
    x = mod(0..9999, 10)/16
    device_changes(a)
    assert(a.n == 10000 && a.s == 9999)
    a.s = 2.0
    assert(sum(device_reads(a, x)) == 22812.5 && a.s == 2)
    assert(sum(swap_objects(a, b, x)) == 50016000)
    assert(sum(whole_vector(a, x)) == 109999)
    assert(sum(abs(changed_elsewhere(x).w - 375*(0..9))) == 0)
    c = counter(n:=0, s:=2.0, w:=zeros(10000))
    same_vector(c, b)
    assert(sum(c.w) == 49995000 && sum(b.w) == 49995000)
    count(a, b)
    assert(a.n == 20000 && b.n == 20000)
    count(a, a)
    assert(a.n == 50000)

    image = zeros(100,100)
    for m=0..99
        image[m,:] = m
    endfor
    p = params(gain:=2, offset:=1, table:=[10,20,30,40], image:=image)
    y = adjust(image, p)
    assert(y[3,1] == 27 && y[99,3] == 239 && sum(y) == 1250000)
    shift(p)
    assert(p.image[3,4] == 8 && p.image[98,0] == 198 && p.image[99,0] == 99)
    z = p.image
    change(z, p)
    assert(z[3,0] == 11 && z[98,5] == 100)
    q = params(gain:=4, offset:=1, table:=[1], image:=image)
    assert(sum(of_cell({p, q}, x)) == 8750)
    print "ok"
endfunction
