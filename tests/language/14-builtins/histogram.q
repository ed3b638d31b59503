% proves: histogram counts as numpy.histogram does: by comparing with the edges, the last part closed, for all types
% expect: stdout
%> 5 5 6
%> 5 5 6
%> 5 5 6
%> 5 5 6
%> [ 0, 1, 1, 1, 1, 1, 1, 1, 1, 2]
%> [ 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
%> [ 1, 1, 1]
%> [ 3, 0, 0, 1]
import "numeric.q"
function [] = show(x)
  counts = histogram(x, 51, 0, 255)
  print min(counts), " ", counts[30], " ", counts[50]
endfunction
show(0..255)
show(1.0 * (0..255))
show(cast(0..255, uint8))
show(cast(0..255, scalar'double))
print histogram([0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.0,nan,inf,-inf,-0.1,1.1], 10, 0, 1)
x = vec'double(10)
x[0..9] = (1..10) / 10 - 0.05
print histogram(x, 10, 0, 1)
print histogram([16777217,16777216,16777218], 3, 16777216, 16777219)
print histogram([[0,0,1],[255,-1,256]], 4, 0, 255)
