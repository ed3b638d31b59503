% proves: 2.3 a second name of a vector, both of which are read behind the loop
% expect: stdout
%> [ 9, 0, 1002][ 9, 0, 1002]260500
%> [ 5, 0, 1002]
function [] = both()
    y = zeros(500)
    for i=0..499
        v = [i, i+1, i+2]*2
        v[1] = 0
        u = v
        u[0] = 9
        y[i] = sum(v) + u[0]
    endfor
    print v, u, sum(y)
endfunction
function [] = first()
    y = zeros(500)
    for i=0..499
        v = [i, i+1, i+2]*2
        v[1] = 0
        u = v
        u[0] = 5
        y[i] = sum(v)
    endfor
    print v
endfunction
both()
first()
