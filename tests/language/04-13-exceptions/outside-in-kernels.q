% proves: 4.13 an index outside an array gives the same text and line in kernels and loops, however they run
% expect: stdout
%> index 2 in dimension 1 is outside x, a 4-by-2 matrix: there, indices are 0 to 1
%> 9
%> index 4000 is outside z, a vector of 4000 elements: its indices are 0 to 3999
%> 24
function [] = __kernel__ k(x : mat'checked, y : vec, pos : int)
    y[0] = 1
    y[pos] = x[pos,2]
endfunction
x = ones(4, 2)
y = zeros(4)
z : vec'checked = zeros(4000)

try
    parallel_do(1, x, y, k)
catch e
    print(e.message)
    print(e.line)
endtry
try
    for i = 0..4000
        t = i
        z[i] = t
    endfor
catch e
    print(e.message)
    print(e.line)
endtry
