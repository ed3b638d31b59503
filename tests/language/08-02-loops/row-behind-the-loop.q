% proves: 8.2 after a loop a variable has the row that the last iteration gave it
% expect: stdout
%> [ 499500, 1499500, 2499500, 3499500]
%> 999499500
%> [ 0, 0, 998499520, 999499520]
%> [ 999000, 999001]

function [] = main()
    n = 1000
    x = reshape(0..1000*n-1, [n,1000])
    s = zeros(n)
    for i=0..n-1
        r = x[i,:]
        s[i] = sum(r)
    endfor
    print s[0..3]
    print sum(r)
    for i=0..n-1
        q = x[i,:]
        s[i] = i > n-3 ? sum(q) : 0
    endfor
    print s[n-4..n-1]
    for i=0..n-1
        p = x[i,0..99] + 0*i
        s[i] = p[0]
    endfor
    print p[0..1]
endfunction
