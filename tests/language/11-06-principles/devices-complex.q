% proves: 11.6, 11.3 complex arrays between two devices: the same results on all devices
% expect: stdout
%> 1 10 3-2i 0+0i
function [] = __kernel__ turn(x : cmat, y : cmat, pos : ivec2)
  y[pos] = x[pos]*complex(0,1) + 1
endfunction
x = complex(ones(31,17), zeros(31,17))
y = czeros(31,17)
for k=0..6
  {!sched gpu_index=mod(k,2)}
  parallel_do(size(x), x, y, turn)
  y[k,k] = complex(3,k)
  x = y .* 2
  y = czeros(31,17)
  x = x ./ 2
endfor
print sum(real(x)), " ", sum(imag(x)), " ", x[3,3], " ", x[30,16]
