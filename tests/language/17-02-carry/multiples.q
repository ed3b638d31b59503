% proves: 8.2 loops in order whose subscripts are multiples of the counter: elements inside, and none outside
% expect: ok
function y = recurrence(n : int, x : vec, f : int, o : int)
    y = zeros(numel(x))
    s = 0.5
    for i=0..n-1
        s = 0.5*s + x[2*i+1] - x[5*i] + x[3*(i+1)]
        y[2*i] = s
        s = s + y[2*i]*0.25 - x[o - 3*i] + x[o - 2*i - 1]
    endfor
endfunction

function y = one_by_one(n : int, x : vec, f : int, o : int)
    y = zeros(numel(x))
    s = 0.5
    for i=0..n-1
        a = inside(x, 2*i+1) - inside(x, 5*i) + inside(x, 3*(i+1))
        s = 0.5*s + a
        if 2*i < numel(y)
            y[2*i] = s
        endif
        s = s + inside(y, 2*i)*0.25 - inside(x, o - 3*i) + inside(x, o - 2*i - 1)
    endfor
endfunction

function v = inside(x, k : int)
    v = k >= 0 && k < numel(x) ? x[k] : 0.0
endfunction

function [] = in_place(n : int, x : vec)
    for i=1..n-1
        x[2*i] = 0.5*x[2*i-2] + x[2*i-1]
        x[2*i+1] = x[2*i]*0.25 - x[2*i-1]
    endfor
endfunction

function [] = in_place_of_a_matrix(n : int, x : mat)
    for i=1..n-1
        x[2*i,3*i-1] = 0.5*x[2*i-2,3*i-4] + x[2*i-1,i]
    endfor
endfunction

function [] = from_below(n : int, x : vec, o : int)
    for i=0..n-1
        x[2*i - o] = 0.5*x[2*i - o - 2] + 1
    endfor
endfunction

for length=[0, 1, 2, 3, 7, 16, 31, 64, 201]
    x = zeros(length)
    for i=0..length-1
        x[i] = mod(i*7, 11) - 5
    endfor
    for n=[-3, 0, 1, 2, 3, 8, 40, 150]
        for o=[-1, 0, 5, 30, 300]
            a = recurrence(n, x, 2, o)
            b = one_by_one(n, x, 2, o)
            for k=0..length-1
                if abs(a[k] - b[k]) > 1e-4*(1 + abs(b[k]))
                    error(length, " ", n, " ", o, " ", k, ": ", a[k], " ", b[k])
                endif
            endfor
        endfor
    endfor
    for n=[0, 1, 2, int(length/2), length]
        c = copy(x)
        d = copy(x)
        in_place(n, c)
        for i=1..n-1
            v = 0.5*inside(d, 2*i-2) + inside(d, 2*i-1)
            if 2*i < length
                d[2*i] = v
            endif
            w = inside(d, 2*i)*0.25 - inside(d, 2*i-1)
            if 2*i+1 < length
                d[2*i+1] = w
            endif
        endfor
        e = copy(x)
        from_below(n, e, 9)
        g = copy(x)
        for i=0..n-1
            if 2*i - 9 >= 0 && 2*i - 9 < length
                g[2*i-9] = 0.5*inside(g, 2*i - 11) + 1
            endif
        endfor
        for k=0..length-1
            assert(abs(c[k] - d[k]) <= 1e-4*(1 + abs(d[k])), "in place")
            assert(abs(e[k] - g[k]) <= 1e-4*(1 + abs(g[k])), "from below")
        endfor
    endfor
endfor

z = zeros(40, 50)
for i=0..39
    for j=0..49
        z[i,j] = mod(3*i + j, 7)
    endfor
endfor
y = copy(z)
in_place_of_a_matrix(30, z)
for i=1..16
    y[2*i,3*i-1] = 0.5*(i > 1 ? y[2*i-2,3*i-4] : 0) + y[2*i-1,i]
endfor
for i=0..16
    for j=0..49
        assert(abs(z[2*i,j] - y[2*i,j]) < 1e-4, "matrix")
    endfor
endfor
print "ok"
