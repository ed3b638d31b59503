% proves: 2.1 an error inside of a function of another file, in a loop, is told where it is
% expect: error lib-fails\.q:3:7: error: .*index 1000
import "lib-fails.q"

x = ones(1000)
y = zeros(1000)
for n=0..numel(y)-1
  y[n] = half_of_third(x, n + 1)
endfor
print sum(y)
