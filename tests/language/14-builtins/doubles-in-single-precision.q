% proves: 14 built-in functions that rearrange arrays of doubles lose nothing of them, wherever these live
% expect: stdout
%> ok
function [] = test(n : int, m : int)
    d = mat[scalar'double](n, m)
    for i=0..n-1
        for j=0..m-1
            d[i,j] = (1.0 + i) / 3 + j * 1e-9
        endfor
    endfor
    e = d + 0.25 % where the program runs
    x = e[n-1,m-2]
    assert(reshape(e, [1, n*m])[0,n*m-2] == x && e[n-1,m-2] == x)
    assert(transpose(e)[m-2,n-1] == x)
    assert(e[1..n-1,1..m-1][n-2,m-3] == x)
    assert([e, e][1,n-1,m-2] == x && horzcat(e, e)[n-1,2*m-2] == x && vertcat(e, e)[2*n-1,m-2] == x)
    assert(circshift(e, [1,1])[0,m-1] == x)
    assert(fliplr(e)[n-1,1] == x && flipud(e)[0,m-2] == x)
    assert(repmat(e, [2,2])[n-1,2*m-2] == x)
    assert(shuffledims(e, [1,0])[m-2,n-1] == x)
    assert(copy(e)[n-1,m-2] == x)
    f = e
    f[:,:] = transpose(transpose(e))
    assert(f[n-1,m-2] == x && max(e) == e[n-1,m-1])
    c = complex(e, 2*e)
    assert(real(transpose(c)[m-2,n-1]) == x && imag(reshape(c, [m,n])[m-1,n-2]) == 2*x)
endfunction

test(3, 4)
test(40, 50)
test(200, 130)
print "ok"
