function v = smooth(u : mat)
    v = uninit(size(u))
    for m=1..size(u,0)-2
        for n=1..size(u,1)-2
            v[m,n] = u[m,n] + 0.1 * sin(u[m-1,n] + u[m+1,n]) * cos(u[m,n-1] + u[m,n+1])
        endfor
    endfor
endfunction
function [] = main()
    x = ones(600, 600)
    for k=1..200
        x = smooth(x)
    endfor
    print sum(x) > 0
endfunction
% The kernel of each call goes on while the host is in the next call, which waits for it.
