% proves: 14 slices, stores and shifts of large arrays, which several threads copy, are those of small ones
% expect: ok
% devices: cpu
function [] = same(a, b)
    assert(all(size(a) == size(b)) && max(abs(a - b)) == 0)
endfunction

function y = element_by_element(x, rows, columns)
    y = zeros(numel(rows), numel(columns))
    for i=0..numel(rows)-1
        for j=0..numel(columns)-1
            y[i,j] = x[rows[i],columns[j]]
        endfor
    endfor
endfunction

function y = stored(x, rows, columns, v)
    y = copy(x)
    for i=0..numel(rows)-1
        for j=0..numel(columns)-1
            y[rows[i],columns[j]] = v[i,j]
        endfor
    endfor
endfunction

function y = shifted(x, a, b)
    [n, m] = size(x)
    y = zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            y[mod(i+a,n),mod(j+b,m)] = x[i,j]
        endfor
    endfor
endfunction

function [] = test(x, r, c)
    same(x[r,c], element_by_element(x, r, c))
    y = copy(x)
    v = rand(numel(r), numel(c))
    y[r,c] = v
    same(y, stored(x, r, c, v))
endfunction

function [] = test_rows(x, r)
    m = size(x,1)
    test(x, r, [0..m-1])
    test(x, r, [m-1..-2..0])
    test(x, r, mod((0..m-1)*3, m))
endfunction

% Elements of a range.
function [] = test_ranges()
    r = 5..3..5000000
    assert(r[0] == 5 && r[1000] == 3005 && r[numel(r)-1] == 5000000 - mod(5000000 - 5, 3))
    q = 0.5..0.25..3
    assert(q[2] == 1 && q[10] == 3 && q[0,1] == 0.75)
    failed = false
    try
        x = q[11]
    catch e
        failed = true
    endtry
    assert(failed)
endfunction

function [] = main()
    test_ranges()
    [n, m] = [800, 900]
    x = rand(n, m)
    test_rows(x, [0..n-1])
    test_rows(x, [3..n-7])
    test_rows(x, [n-1..-1..0])
    test_rows(x, [1..2..n-1])
    test_rows(x, mod((0..n-1)*7, 50))
    y = copy(x)
    y[2..n-3,:] = 4
    same(y[0..1,:], x[0..1,:])
    assert(min(y[2..n-3,:]) == 4 && max(y[2..n-3,:]) == 4)
    same(x[7,:], element_by_element(x, [7], [0..m-1]))
    same(x[:,7], element_by_element(x, [0..n-1], [7]))

    z = rand(600, 500, 4)
    for k=0..3
        s = z[:,:,k]
        for t=0..999
            assert(s[mod(t*37,600),mod(t*11,500)] == z[mod(t*37,600),mod(t*11,500),k])
        endfor
    endfor
    w = z[1..598,:,2..3]
    assert(w[0,3,1] == z[1,3,3] && w[597,499,0] == z[598,499,2] && w[300,7,1] == z[301,7,3])

    same(circshift(x, [3,0]), shifted(x, 3, 0))
    same(circshift(x, [-3,5]), shifted(x, -3, 5))
    same(circshift(x, [0,-1]), shifted(x, 0, -1))
    v = rand(1, 2000000)
    same(circshift(v, 7)[0,0..9], v[0,mod((0..9) - 7 + 2000000, 2000000)])
    same(copy(x), x)
    print "ok"
endfunction
