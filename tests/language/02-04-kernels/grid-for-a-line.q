% proves: 2.4.4 two numbers in brackets are a grid; a kernel whose blocks lie along a line gets a warning
% expect: stdout
%! 18: this is a grid of two dimensions; for one dimension in blocks, write the length and the block apart
%> 63 127 4096
function [] = __kernel__ backwards(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    s = shared(64)
    s[blkpos] = x[pos]
    syncthreads
    y[pos] = s[blkdim-1-blkpos]
endfunction
function [] = __kernel__ count(c : vec, pos : int)
    c[0] += 1
endfunction
x = linspace(0,127,128)
y = zeros(128)
c = zeros(1)
n = 64
parallel_do([128,64], x, y, backwards)
parallel_do([128],[64], x, y, backwards)
parallel_do([n,64], c, count)
print y[0], " ", y[64], " ", c[0]
