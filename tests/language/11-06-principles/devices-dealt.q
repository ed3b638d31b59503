% proves: 11.6, 11.3 iterations that are dealt out and write rows of one array: the same results on all devices
% expect: stdout
%> 33066 396792 66
function [] = __kernel__ inc(x : mat, r : int, pos : int)
  x[r,pos] = x[r,pos] + r
endfunction
function [] = __kernel__ whole(x : mat, y : mat, pos : ivec2)
  y[pos] += x[pos]
endfunction
x = zeros(12, 501)
y = zeros(12, 501)
{!parallel for; multi_device=true}
for r=0..11
  parallel_do(501, x, r, inc)
  z = ones(12,501)*r
  parallel_do(size(z), z, y, whole)
endfor
print sum(x), " ", sum(y), " ", y[11,500]
