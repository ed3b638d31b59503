% proves: 17.2 work items with chains of sums run in turn, each with its own locals, for any number of rows
% expect: ok
% devices: cpu interp
function [] = running(x : mat, y : mat, z : mat)
    for i=0..size(x,0)-1
        sum = 0.0
        low = 1000.0
        n = 0
        for j=0..size(x,1)-1
            before = sum
            sum = 0.5*sum + x[i,j]
            if x[i,j] < low
                low = x[i,j]
                n += 1
            else
                sum += 1
            endif
            y[i,j] = sum + low
            z[i,j] = before - n
        endfor
        z[i,0] = n
    endfor
endfunction

% Two loops, the inner one inside a chain of its own; what lies behind a row is 0.
function [] = twice(x : mat, y : mat)
    for i=0..size(x,0)-1
        total = 0.0
        for j=0..size(x,1)-1
            s = 0.0
            for k=0..j
                s = s / 2 + x[i,k+1]
            endfor
            total += s
            y[i,j] = total
        endfor
    endfor
endfunction

function [] = running_by_hand(x, y, z)
    {!interpreted for}
    for i=0..size(x,0)-1
        sum = 0.0
        low = 1000.0
        n = 0
        for j=0..size(x,1)-1
            before = sum
            sum = 0.5*sum + x[i,j]
            if x[i,j] < low
                low = x[i,j]
                n += 1
            else
                sum += 1
            endif
            y[i,j] = sum + low
            z[i,j] = before - n
        endfor
        z[i,0] = n
    endfor
endfunction

function [] = twice_by_hand(x, y)
    {!interpreted for}
    for i=0..size(x,0)-1
        total = 0.0
        for j=0..size(x,1)-1
            s = 0.0
            for k=0..j
                s = s / 2 + (k + 1 < size(x,1) ? x[i,k+1] : 0)
            endfor
            total += s
            y[i,j] = total
        endfor
    endfor
endfunction

function [] = main()
for rows=[1,5,300,303]
    x = zeros(rows,19)
    for i=0..rows-1
        for j=0..18
            x[i,j] = mod(7*i*i + 5*j*j + 3*i*j, 16)
        endfor
    endfor
    y = zeros(rows,19)
    z = zeros(rows,19)
    v = zeros(rows,19)
    w = zeros(rows,19)
    running(x, y, z)
    running_by_hand(x, v, w)
    assert(max(abs(y - v)) < 1e-4 && max(abs(z - w)) < 1e-4)
    twice(x, y)
    twice_by_hand(x, v)
    assert(max(abs(y - v)) < 1e-4)
endfor
print "ok"
endfunction
