% proves: 17.2 elements that neighbouring iterations of a serial loop use are kept in locals, with the same results
% expect: ok
% Rows, columns, offsets of both signs and of a variable, elements that are written under conditions, the ends of arrays.
function [] = dither(x : mat, y : mat, k : int)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            y[m,n] = x[m,n] > 8.5 ? 15 : 0
            e = (x[m,n] - y[m,n]) / 16
            x[m,n+1] += 7*e
            x[m+1,n-1] += 3*e
            x[m+1,n] += 5*e
            x[m+1,n+1] += e
        endfor
    endfor
endfunction

function [] = dither_by_hand(x : mat, y : mat, k : int)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            y[m,n] = x[m,n] > 8.5 ? 15 : 0
            e = (x[m,n] - y[m,n]) / 16
            x[m,n+1] += 7*e
            x[m+1,n-1] += 3*e
            x[m+1,n] += 5*e
            x[m+1,n+1] += e
        endfor
    endfor
endfunction

function [] = recursive(x : mat, y : mat, k : int)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            x[m,n] = x[m,n] + 0.5*x[m,n-1] - 0.25*x[m,n-2] + 0.125*x[m,n-3]
        endfor
    endfor
endfunction

function [] = recursive_by_hand(x : mat, y : mat, k : int)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            x[m,n] = x[m,n] + 0.5*x[m,n-1] - 0.25*x[m,n-2] + 0.125*x[m,n-3]
        endfor
    endfor
endfunction

function [] = down(x : mat, y : mat, k : int)
    for m=0..size(x,1)-1
        for n=0..size(x,0)-1
            x[n,m] += 0.5*x[n-1,m] + y[n+1,m]
            y[n,m] = x[n,m] - y[n-1,m]
        endfor
    endfor
endfunction

function [] = down_by_hand(x : mat, y : mat, k : int)
    {!interpreted for}
    for m=0..size(x,1)-1
        {!interpreted for}
        for n=0..size(x,0)-1
            x[n,m] += 0.5*x[n-1,m] + y[n+1,m]
            y[n,m] = x[n,m] - y[n-1,m]
        endfor
    endfor
endfunction

function [] = sometimes(x : mat, y : mat, k : int)
    for m=0..size(x,0)-1
        for n=1..size(x,1)
            if x[m,n-1] > y[m,n]
                x[m,n] = min(x[m,n+1], 3) + y[m,n-1]
            else
                y[m,n+1] = x[m,n] / 2
                if x[m,n+2] < 4
                    x[m,n+2] -= 1
                endif
            endif
            x[m,n+1] *= 0.75
        endfor
    endfor
endfunction

function [] = sometimes_by_hand(x : mat, y : mat, k : int)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=1..size(x,1)
            if x[m,n-1] > y[m,n]
                x[m,n] = min(x[m,n+1], 3) + y[m,n-1]
            else
                y[m,n+1] = x[m,n] / 2
                if x[m,n+2] < 4
                    x[m,n+2] -= 1
                endif
            endif
            x[m,n+1] *= 0.75
        endfor
    endfor
endfunction

function [] = far(x : mat, y : mat, k : int)
    for m=0..size(x,0)-1
        for n=-3..size(x,1)+2
            x[m,n+k] = x[m,n] - y[m,n+2*k]
            y[m,n] += 0.5*x[m,n+k]
            y[m,n+1] = x[m-1,n]
        endfor
    endfor
endfunction

function [] = far_by_hand(x : mat, y : mat, k : int)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=-3..size(x,1)+2
            x[m,n+k] = x[m,n] - y[m,n+2*k]
            y[m,n] += 0.5*x[m,n+k]
            y[m,n+1] = x[m-1,n]
        endfor
    endfor
endfunction

function [] = itself(x : mat, y : mat, k : int)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            x[m,n] = x[m,n] > 4 ? 1 : 0
            x[m,n+1] += x[m,n] > 0.5 ? x[m,n-1] : 2
            x[m,n] = x[m,n] > 0.5 ? 0 : 3
            y[m,n] = x[m,n] + x[m,n+1]
        endfor
    endfor
endfunction

function [] = itself_by_hand(x : mat, y : mat, k : int)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            x[m,n] = x[m,n] > 4 ? 1 : 0
            x[m,n+1] += x[m,n] > 0.5 ? x[m,n-1] : 2
            x[m,n] = x[m,n] > 0.5 ? 0 : 3
            y[m,n] = x[m,n] + x[m,n+1]
        endfor
    endfor
endfunction

function [] = backwards(x : mat, y : mat, k : int)
    for m=0..size(x,0)-1
        for n=size(x,1)-1..-1..0
            x[m,n] += 0.5*x[m,n+1]
        endfor
    endfor
endfunction

function [] = backwards_by_hand(x : mat, y : mat, k : int)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=size(x,1)-1..-1..0
            x[m,n] += 0.5*x[m,n+1]
        endfor
    endfor
endfunction

function [] = several(x : mat, y : mat, k : int)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            x[m,n] += x[m,n-1] / 2
            x[m+1,n] -= x[m,n] / 4
            x[m+2,n+1] += x[m+1,n-1] / 8
        endfor
    endfor
endfunction

function [] = several_by_hand(x : mat, y : mat, k : int)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            x[m,n] += x[m,n-1] / 2
            x[m+1,n] -= x[m,n] / 4
            x[m+2,n+1] += x[m+1,n-1] / 8
        endfor
    endfor
endfunction

function [] = mixed(x : mat, y : mat, k : int)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            x[m,n] += x[m,n-1] / 2 + x[0,n]
            y[m,n+1] = y[m,n] + x[m,mod(n,3)]
        endfor
    endfor
endfunction

function [] = mixed_by_hand(x : mat, y : mat, k : int)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            x[m,n] += x[m,n-1] / 2 + x[0,n]
            y[m,n+1] = y[m,n] + x[m,mod(n,3)]
        endfor
    endfor
endfunction

function [] = check(f, by_hand, name)
    sizes = [[1,1],[1,2],[2,1],[3,5],[2,40],[40,3],[17,33]]
    for s=0..size(sizes,0)-1
        rows = int(sizes[s,0])
        columns = int(sizes[s,1])
        for k=-1..3
            x = zeros(rows,columns)
            y = zeros(rows,columns)
            {!interpreted for}
            for i=0..rows-1
                {!interpreted for}
                for j=0..columns-1
                    x[i,j] = mod(7*i*i + 13*i*j + 5*j, 17)
                    y[i,j] = mod(3*i + 11*j*j, 7)
                endfor
            endfor
            v = copy(x)
            w = copy(y)
            f(x, y, k)
            by_hand(v, w, k)
            if max(abs(x - v)) > 1e-3 || max(abs(y - w)) > 1e-3
                print name, " ", rows, " ", columns, " ", k
            endif
            % one array as both
            u = copy(v)
            f(u, u, k)
            by_hand(v, v, k)
            if max(abs(u - v)) > 1e-3 * (1 + max(abs(v)))
                print name, " twice the same ", rows, " ", columns, " ", k
            endif
        endfor
    endfor
endfunction

check(dither, dither_by_hand, "dither")
check(recursive, recursive_by_hand, "recursive")
check(down, down_by_hand, "down")
check(sometimes, sometimes_by_hand, "sometimes")
check(far, far_by_hand, "far")
check(itself, itself_by_hand, "itself")
check(backwards, backwards_by_hand, "backwards")
check(several, several_by_hand, "several")
check(mixed, mixed_by_hand, "mixed")
print "ok"
