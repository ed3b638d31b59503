% proves: 6.7 a matrix times a column is the sum of the products along each row, for rows of any length, in single and in double precision, with infinities; running sums along rows, for any number of rows, are those of a loop
% expect: ok

function y = by_loops(a, v)
    y = zeros(size(a,0), 1)
    {!interpreted for}
    for i=0..size(a,0)-1
        s = 0.0
        for j=0..size(a,1)-1
            s += a[i,j] * v[j]
        endfor
        y[i,0] = s
    endfor
endfunction

function y = runs(a)
    y = zeros(size(a))
    {!interpreted for}
    for i=0..size(a,0)-1
        s = 0.0
        for j=0..size(a,1)-1
            s += a[i,j]
            y[i,j] = s
        endfor
    endfor
endfunction

function y = runs_compiled(a)
    y = zeros(size(a))
    for i=0..size(a,0)-1
        s = 0.0
        for j=0..size(a,1)-1
            s += a[i,j]
            y[i,j] = s
        endfor
    endfor
endfunction

function [] = main()
    for n=[1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200, 1000]
        for m=[1, 2, 3, 5, 8]
            a = reshape(mod((0..m*n-1)*7, 13) - 4.0, [m, n])
            v = mod((0..n-1)*5, 11) - 3.0
            right = by_loops(a, v)
            assert(max(abs(a * transpose(v) - right)) == 0)
            assert(max(abs(0.5*a * transpose(v) - 0.5*right)) == 0)
            assert(max(abs(double_product(a, v) - right)) == 0)
            assert(max(abs(cumsum(a, 1) - runs(a))) == 0)
            assert(max(abs(runs_compiled(a) - runs(a))) == 0)
        endfor
    endfor
    a = ones(2, 100)
    a[1,70] = inf
    v = ones(1, 100)
    y = a * transpose(v)
    assert(y[0,0] == 100 && y[1,0] == inf)
    v[0,70] = 0
    y = a * transpose(v)
    assert(y[0,0] == 99 && isnan(y[1,0]))
    print "ok"
endfunction

function y = double_product(a, v)
    b : mat[scalar'double] = zeros(size(a))
    w : mat[scalar'double] = zeros(numel(v), 1)
    for i=0..size(a,0)-1
        for j=0..size(a,1)-1
            b[i,j] = a[i,j]
        endfor
    endfor
    for j=0..numel(v)-1
        w[j,0] = v[j]
    endfor
    y = b * w
endfunction
