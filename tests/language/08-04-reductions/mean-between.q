% proves: 8.4 a mean lies between the least and the largest element
% expect: stdout
%> 0 0 0 0
%> 0 0
%> 1
function [] = main()
  x = ones(1000003)*0.1
  s = 0.0
  for i=0..numel(x)-1
    s += x[i]
  endfor
  print mean(x) - x[0], " ", mean(x .* 1.0) - x[0], " ", mean(x + 0.0) - x[0], " ", s/numel(x) - x[0]
  y = reshape(ones(1000000)*0.1, [1000, 1000])
  print sum(mean(y, 0) != y[0,0]), " ", sum(mean(y, 1) != y[0,0])
  % the parts of a sum do not lose small elements
  z = ones(2000000)*0.25
  z[0] = 16777216.0
  print abs(sum(z .* 1.0) - 16777216 - 0.25*1999999) <= 2
endfunction
