% proves: 8.2 a loop that counts through a matrix, k=0..n*m-1, with floor(k/m) and mod(k,m), does what two loops do
% expect: stdout
%> width 96
%> counted same
%> int and size same
%> transposed same
%> flat same
%> end -477 0
%> width 128
%> counted same
%> int and size same
%> transposed same
%> flat same
%> end -306.25 0
%> width 33
%> counted same
%> int and size same
%> transposed same
%> flat same
%> end -269.25 0
%> width 7
%> counted same
%> int and size same
%> transposed same
%> flat same
%> end -423.75 0
%> width 1
%> counted same
%> int and size same
%> transposed same
%> flat same
%> end -440 0
%> 47000.000 1.000 8104.052
%> 137933109.25 137933109.25 95
%> 95 239 3.84768e+06
%> 4 1 0
%> into rows same

% What nested loops over rows and columns come to, against each way of counting.
function [] = compare(what, x, y)
    printf("%s %s\n", what, max(abs(x - y)) == 0 ? "same" : "differs")
endfunction

function y = nested(x)
    [n, m] = size(x)
    y = zeros(n, m)
    for i=1..n-2
        for j=1..m-2
            y[i,j] = (x[i,j] + x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1]) * 2 + i - j
        endfor
    endfor
endfunction

function y = counted(x)
    [n, m] = size(x)
    y = zeros(n, m)
    for k=0..n*m-1
        i = floor(k/m)
        j = mod(k, m)
        if i > 0 && i < n-1 && j > 0 && j < m-1
            y[i,j] = (x[i,j] + x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1]) * 2 + i - j
        endif
    endfor
endfunction

function y = by_int_and_size(x)
    n = size(x, 0)
    y = zeros(size(x))
    for k=0..numel(x)-1
        i = int(k/size(x,1))
        j = k - i*size(x,1)
        if i > 0 && i < n-1 && j > 0 && j < size(x,1)-1
            y[i,j] = (x[i,j] + x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1]) * 2 + i - j
        endif
    endfor
endfunction

% Both kinds of index, transposed and flat.
function [t, v] = other_places(x)
    [n, m] = size(x)
    t = zeros(m, n)
    v = zeros(n*m)
    for k=0..n*m-1
        t[mod(k,m),floor(k/m)] = x[floor(k/m),mod(k,m)]
        v[k] = x[floor(k/m),mod(k,m)] + k
    endfor
endfunction

% The last row is not complete.
function y = without_the_end(x)
    [n, m] = size(x)
    y = zeros(n, m)
    for k=0..n*m-4
        y[floor(k/m),mod(k,m)] = x[floor(k/m),mod(k,m)] + 1
    endfor
endfunction

% Another length than that of the rows; sums; an iteration that needs the one before; a length that changes.
function [h, s, y, last] = others(x)
    [n, m] = size(x)
    h = zeros(n*m)
    half = m/2
    for k=0..n*m-1
        h[k] = floor(k/half) + 1000*mod(k, half) + 0.001*floor(k/m)
    endfor
    s = 0.0
    last = -1
    for k=0..n*m-1
        s += x[floor(k/m),mod(k,m)] * mod(k, m)
        last = mod(k, m)
    endfor
    y = zeros(n, m)
    for k=0..n*m-1
        i = floor(k/m)
        j = mod(k, m)
        y[i,j] = j > 0 ? y[i,j-1] + 1 : i
    endfor
endfunction

function z = changing(n, m)
    z = zeros(n*m)
    for k=0..n*m-1
        z[k] = mod(k, m)
        m = k == 100 ? 50 : m
    endfor
endfunction

% Each row adds to one element.
function r = into_rows(x)
    [n, m] = size(x)
    r = zeros(n)
    for k=0..n*m-1
        r[floor(k/m)] += x[floor(k/m),mod(k,m)]
    endfor
endfunction

function [] = main()
    for width=[96, 128, 33, 7, 1]
        x = mod(reshape(0..(240*width-1), [240,width]) * 7919, 1009) / 4
        printf("width %d\n", width)
        y = nested(x)
        compare("counted", counted(x), y)
        compare("int and size", by_int_and_size(x), y)
        [t, v] = other_places(x)
        compare("transposed", t, transpose(x))
        compare("flat", reshape(v, size(x)), x + reshape(0..(240*width-1), size(x)))
        e = without_the_end(x)
        printf("end %g %g\n", sum(e) - sum(x) - numel(x), e[239,width-1])
    endfor
    x = mod(reshape(0..(240*96-1), [240,96]) * 7919, 1009) / 4
    [h, s, y, last] = others(x)
    printf("%.3f %.3f %.3f\n", h[47], h[48], h[5000])
    printf("%.2f %.2f %g\n", s, sum(x * transpose(0..95)), last)
    printf("%g %g %g\n", y[0,95], y[239,0], sum(y))
    z = changing(40, 96)
    printf("%g %g %g\n", z[100], z[101], z[3000])
    compare("into rows", into_rows(x), transpose(sum(x, 1)))
endfunction
