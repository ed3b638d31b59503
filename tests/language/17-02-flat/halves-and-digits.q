% proves: 17.2 loops that step and divide by the step, and loops over all positions that take them apart, are parallel
% expect: ok
% compiled: all
function y = pooled(x : mat)
    y = zeros(size(x,0)/2, size(x,1)/3)
    for i=0..2..size(x,0)-1
        for j=1..3..size(x,1)-1
            y[i/2,(j-1)/3] = x[i,j] + x[i+1,j+1]
        endfor
    endfor
endfunction

function y = pooled_by_floor(x : mat)
    y = zeros(size(x,0)/2, size(x,1)/3)
    for i=size(x,0)-2..-2..0
        for j=1..3..size(x,1)-1
            y[floor(i/2),int(floor((j+2)/3))-1] = x[i,j] + x[i+1,j+1]
        endfor
    endfor
endfunction

function y = taken_apart(x : mat)
    [n, m] = size(x)
    y = zeros(n, m)
    for k=0..n*m-1
        y[floor(k/m),mod(k,m)] = x[floor(k/m),mod(k,m)] + k
    endfor
endfunction

% Two positions may meet here: the last one counts.
function y = overlapping(x : mat)
    [n, m] = size(x)
    y = zeros(n, m)
    for k=0..n*m-1
        y[floor(k/m),mod(k,m-1)] = k
    endfor
endfunction

function y = not_halves(n : int)
    y = zeros(n)
    for i=0..3..2*n-1
        y[i/2] = i
    endfor
endfunction

function [] = main()
    x = reshape(0..23999, [120, 200]) * 1.0
    y = pooled(x[:,0..197])
    z = pooled_by_floor(x[:,0..197])
    assert(max(abs(y - z)) == 0)
    for i=0..59
        for j=0..65
            assert(y[i,j] == x[2*i,3*j+1] + x[2*i+1,3*j+2])
        endfor
    endfor
    y = taken_apart(x)
    assert(max(abs(y - 2*x)) == 0)
    y = overlapping(x)
    for i=0..119
        for j=0..198
            last = max([mod(i*200+199, 199) == j ? i*200+199 : 0, 0])
            for k=i*200+199..-1..i*200
                if mod(k, 199) == j
                    last = k
                    break
                endif
            endfor
            assert(y[i,j] == last)
        endfor
    endfor
    y = not_halves(3000)
    assert(y[0] == 0 && y[1] == 3 && y[3] == 6 && y[4] == 9 && y[2] == 0)
    print "ok"
endfunction
