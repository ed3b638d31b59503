% proves: 8.2 sums over columns inside a loop over them are in double precision, for any width and beside other numbers
% expect: stdout
%> width 200: 0 19964
%> means 49.7250 -199.0000
%> around 2971 0
%> width 67: 0 19964
%> means 49.7250 -20.5600
%> around 2971 2688
%> width 31: 0 19964
%> means 49.7250 19.4400
%> around 2971 2848
%> width 2: 0 19964
%> means 49.7250 48.7200
%> around 2971 2906

function s = sums(x)
    s = zeros(size(x,1))
    for j=0..size(x,1)-1
        s[j] = sum(x[:,j])
    endfor
endfunction

function s = means(x)
    s = zeros(size(x,1))
    for j=0..size(x,1)-1
        s[j] = mean(x[1..2..size(x,0)-1,j]) - j
    endfor
endfunction

function y = around(x)
    y = zeros(size(x,0), size(x,1))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = sum(x[:,j]) - x[i,j]
        endfor
    endfor
endfunction

function s = exact(x)
    s = zeros(size(x,1))
    {!interpreted for}
    for j=0..size(x,1)-1
        t = 0.0
        {!interpreted for}
        for i=0..size(x,0)-1
            t = t + x[i,j]
        endfor
        s[j] = t
    endfor
endfunction

function [] = main()
    for width=[200, 67, 31, 2]
        x = zeros(400, width)
        for i=0..399
            for j=0..width-1
                x[i,j] = mod(i*37, 101) + j*16777216
            endfor
        endfor
        s = sums(x)
        printf("width %d: %g %g\n", width, max(abs(s - exact(x))), s[0])
        m = means(mod(x, 1024))
        printf("means %.4f %.4f\n", m[0], m[width-1])
        y = around(mod(x[0..59,:], 512))
        printf("around %g %g\n", y[0,0], y[59,width-1])
    endfor
endfunction
