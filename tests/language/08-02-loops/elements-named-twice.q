% proves: 8.2 of the updates of one element that a list of indices makes at a time, the last one counts
% expect: stdout
%> 0 3 2 0 4 0
%> 1 2 3 4
%> 0 2 1 0 5
%> 0 3 2 0 4 0

function [] = __kernel__ add(y : mat, p : ivec4, pos : int)
    y[pos,p] += [1,2,3,4]
endfunction
function [] = __kernel__ apart(y : mat, pos : int)
    q = [0,2,1,3]
    y[pos,q] += [1,3,2,4]
endfunction
function [] = __kernel__ own(y : mat, k : int, pos : int)
    v = [0.0,0,0,0,0]
    v[[1,2,1,k]] += [1,1,2,5]
    y[pos,0..4] = v
endfunction
function [] = main()
    y = zeros(2,6)
    parallel_do(2, y, int([1,2,1,4]), add)
    printf("%d %d %d %d %d %d\n", y[1,0], y[1,1], y[1,2], y[1,3], y[1,4], y[1,5])
    y = zeros(2,6)
    parallel_do(2, y, apart)
    printf("%d %d %d %d\n", y[1,0], y[1,1], y[1,2], y[1,3])
    y = zeros(2,6)
    parallel_do(2, y, 4, own)
    printf("%d %d %d %d %d\n", y[1,0], y[1,1], y[1,2], y[1,3], y[1,4])
    y = zeros(2,6)
    p = [1,2,1,4]
    for i=0..1
        y[i,p] += [1,2,3,4]
    endfor
    printf("%d %d %d %d %d %d\n", y[1,0], y[1,1], y[1,2], y[1,3], y[1,4], y[1,5])
endfunction
