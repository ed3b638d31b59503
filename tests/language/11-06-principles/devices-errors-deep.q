% proves: 11.6, 11.3 a failure of a launch spoils those that need what it makes, on the other device, too: the same results on all devices
% expect: stdout
%> 2 1000
%> caught
%> 500
%> 2 1000
%> caught
%> 500
%> 2 1000
%> 500
function [] = __kernel__ may(x : vec'checked, y : vec, k : int, pos : int)
  y[pos] = x[pos+k]
endfunction
function [] = __kernel__ next(y : vec, z : vec, pos : int)
  z[pos] = y[pos] + 1
endfunction
function [] = work(k, x)
  y = zeros(500)
  z = zeros(500)
  try
    {!sched gpu_index=0}
    parallel_do(500, x, y, k, may)
    {!sched gpu_index=1}
    parallel_do(500, y, z, next)
    print z[3], " ", sum(z)
  catch e
    print "caught"
    z[:] = 1
    print sum(z)
  endtry
endfunction
x = ones(500)
for k=[0,1,0,7,0]
  work(k, x)
endfor
print sum(x)
