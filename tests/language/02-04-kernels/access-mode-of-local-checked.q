% manual: 2.4.1 'checked small vectors of a kernel: an index outside is an error
% expect: error outside
function [] = __kernel__ k(y : vec, pos : int)
    w : vec'checked = [1.0, 2.0, 3.0]
    y[pos] = w[pos + 2]
endfunction
y = zeros(3)
parallel_do(3, y, k)
