% proves: 8.2 loops over columns that sum them up, and assign them, have what loops over the elements have
% expect: stdout
%> 1 columns: 1 1
%> 2 columns: 1 1
%> 63 columns: 1 1
%> 64 columns: 1 1
%> 65 columns: 1 1
%> 200 columns: 1 1
%> scaled 0 859259 218569
%> moments 4.96 133.98 3.187
%> chosen 328255
%> counted 3226
%> totals 16797216 16797216 16797216
%> NaN 16797216 1 16797216
%> empty 0 0
%> the sizes of an assignment differ: the part of y is 49 x 1, the value is 50 x 1
%> no columns 0

function y = centred(x)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        y[:,j] = x[:,j] - mean(x[:,j])
    endfor
endfunction
function y = centred_by_elements(x)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        s = 0.0
        for i=0..size(x,0)-1
            s += x[i,j]
        endfor
        for i=0..size(x,0)-1
            y[i,j] = x[i,j] - s/size(x,0)
        endfor
    endfor
endfunction
function y = scaled(x)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        y[:,j] = x[:,j] ./ max(x[:,j]) .* sum(x[:,j].^2)
    endfor
endfunction
function [s, q] = moments(x)
    s = zeros(size(x,1))
    q = zeros(size(x,1))
    for j=0..size(x,1)-1
        m = mean(x[:,j])
        s[j] = m
        q[j] = sqrt(sum(x[:,j].*x[:,j])/size(x,0) - m^2)
    endfor
endfunction
function y = chosen(x, t)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        m = mean(x[:,j])
        c = m > t ? 1 : 0
        y[:,j] = c*x[:,j] + c - 1
    endfor
endfunction
function s = counted(x)
    s = zeros(size(x,1))
    for j=0..size(x,1)-1
        m = mean(x[:,j])
        n = 0
        for i=0..size(x,0)-1
            n += x[i,j] > m ? 1 : 0
        endfor
        s[j] = n
    endfor
endfunction
function s = totals(x)
    s = zeros(size(x,1))
    for j=0..size(x,1)-1
        s[j] = sum(x[:,j])
    endfor
endfunction
function y = other_size(x, n)
    y = zeros(n, size(x,1))
    for j=0..size(x,1)-1
        y[:,j] = x[:,j] - mean(x[:,j])
    endfor
endfunction

function x = numbers(n, m)
    x = zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            x[i,j] = mod(i*7 + j*3, 11) + j
        endfor
    endfor
endfunction

function [] = main()
    for m=[1, 2, 63, 64, 65, 200]
        x = numbers(37, m)
        y = centred(x)
        printf("%d columns: %d %d\n", m, max(abs(y - centred_by_elements(x))) < 1e-3, max(abs(sum(y, 0))) < 1e-3)
    endfor
    x = numbers(50, 130)
    y = scaled(x)
    printf("scaled %.6g %.6g %.6g\n", y[0,0], y[49,129], y[3,64])
    [s, q] = moments(x)
    printf("moments %.6g %.6g %.4g\n", s[0], s[129], q[77])
    printf("chosen %.6g\n", sum(chosen(x, 70)))
    printf("counted %d\n", sum(counted(x)))
    % what single precision would lose
    z = ones(20000, 70)
    z[0,:] = 16777216
    t = totals(z)
    printf("totals %.9g %.9g %.9g\n", t[0], t[63], t[69])
    z[5,64] = 0/0
    t = totals(z)
    printf("NaN %.9g %d %.9g\n", t[63], isnan(t[64]), t[65])
    printf("empty %d %d\n", numel(centred(zeros(0, 5))), numel(centred(zeros(5, 0))))
    try
        y = other_size(x, 49)
        y[0,0] = 0
    catch told
        print(told)
    endtry
    printf("no columns %d\n", numel(other_size(zeros(3, 0), 4)))
endfunction
