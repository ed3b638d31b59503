% proves: 8 a row and a column in one operation are an error, in compiled loops as well
% expect: stdout
%> f operator .* needs arrays of the same size, but the left one is 200 x 1 and the right one is 1 x 200
%> g operator + needs arrays of the same size, but the left one is 200 x 1 and the right one is 1 x 200
%> h operator + needs arrays of the same size, but the left one is 200 x 1 and the right one is 1 x 200
%> k 40000
%> l operator + needs arrays of the same size, but the left one is 1 x 200 and the right one is 200 x 1
%> m 200
%> o operator .* needs arrays of the same size, but the left one is 200 x 1 and the right one is 1 x 200
%> p dotprod: operator .* needs arrays of the same size, but the left one is 200 x 1 and the right one is 1 x 200
%> q operator .* needs arrays of the same size, but the left one is 200 x 1 and the right one is 1 x 200
%> r 80000
%> f 8040000
%> g 80000
%> h 400
%> k 40000
%> l operator + needs arrays of the same size, but the left one is 1 x 200 and the right one is 200 x 1
%> m 200
%> o 40000
%> p 40000
%> q operator .* needs arrays of the same size, but the left one is 200 x 1 and the right one is 1 x 200
%> r 80000
function y = f(x, v)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        y[:,j] = x[:,j] + sum(x[:,j] .* v)
    endfor
endfunction
function y = g(x, v)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        y[:,j] = x[:,j] + v
    endfor
endfunction
function y = h(x, v)
    y = zeros(1, size(x,0))
    for j=0..size(x,1)-1
        y[0..size(x,0)-1] = x[:,j] + v
    endfor
endfunction
function y = k(x, v)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        y[:,j] = v
    endfor
endfunction
function y = l(x, v)
    y = zeros(1, size(x,0))
    for j=0..size(x,1)-1
        y[0,:] = y[0,:] + x[:,j]
    endfor
endfunction
function y = m(x, v)
    y = zeros(1, size(x,0))
    for j=0..size(x,1)-1
        s = x[:,j]
        y[0..size(x,0)-1] = s
    endfor
endfunction
function s = o(x, v)
    s = 0.0
    for j=0..size(x,1)-1
        s += sum(x[:,j] .* v)
    endfor
endfunction
function s = p(x, v)
    s = 0.0
    for j=0..size(x,1)-1
        s += dotprod(x[:,j], v)
    endfor
endfunction
function s = q(x, v)
    s = 0.0
    for j=0..size(x,1)-1
        s += sum(x[:,j] .* x[j,:])
    endfor
endfunction
function y = r(x, v)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        t = x[:,j] .* 2
        y[j,:] = t
    endfor
endfunction
function [] = t(name, f, x, v)
    try
        printf("%s %.9g", name, sum(f(x, v)))
    catch e
        printf("%s %s", name, e.message)
    endtry
endfunction
function [] = main()
    n = 200
    x = ones(n, n)
    v = ones(n)
    for z=0..1
        w = v
        if z == 1
            w = reshape(v, [n, 1])
        endif
    t("f", f, x, w)
    t("g", g, x, w)
    t("h", h, x, w)
    t("k", k, x, w)
    t("l", l, x, w)
    t("m", m, x, w)
    t("o", o, x, w)
    t("p", p, x, w)
    t("q", q, x, w)
    t("r", r, x, w)
    endfor
endfunction
