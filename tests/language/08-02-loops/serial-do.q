% proves: 4.4, table 14.1 serial_do runs the positions in order
% expect: stdout
%> 1000
%> 55
%> [ 0, 1, 2, 3, 4]
%> [ 0, 1, 2, 3, 4]
%> [ 0, 1, 2, 3, 4]
%> [ 0, 1, 2, 3, 4]
%> 1
function [] = __kernel__ prefix(x : vec, pos : int)
  if pos > 0
    x[pos] = x[pos] + x[pos-1]
  endif
endfunction
x = ones(1000)
serial_do(1000, x, prefix)
print x[999]
function [s] = __kernel__ total(x : vec, pos : int)
  s += x[pos]
endfunction
t = serial_do(10, x, total)
print t
function [] = __kernel__ outer(x : mat, pos : int)
  serial_do(size(x,1), x, pos, inner)
endfunction
function [] = __kernel__ inner(x : mat, row : int, pos : int)
  if pos > 0
    x[row,pos] = x[row,pos-1] + 1
  endif
endfunction
m = zeros(4,5)
parallel_do(4, m, outer)
print m
function [] = __kernel__ nokernelcall(x : mat, row : int, pos : int)
  x[0,0] = 1
endfunction
serial_do(size(m), m, row := 1, nokernelcall)
print m[0,0]
