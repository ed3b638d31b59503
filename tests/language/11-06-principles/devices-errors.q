% proves: 11.6, 11.3 launches that fail and those behind them, on two devices in turns: the same results on all devices
% expect: stdout
%> none
%> 2000
%> caught
%> 2000
%> caught
%> 2000
%> caught
%> 2000
%> caught
%> 2000
%> caught
%> 2000
function [] = __kernel__ bad(x : vec'checked, n : int, pos : int)
  x[pos+n] = x[pos] + 1
endfunction
function [] = __kernel__ ok(x : vec, y : vec, pos : int)
  y[pos] = 2*x[pos]
endfunction
for k=0..5
  x = ones(1000)
  y = zeros(1000)
  {!sched gpu_index=mod(k,2)}
  try
    parallel_do(1000, x, k, bad)
    parallel_do(1000, x, y, ok)
    syncthreads
    print "none"
  catch e
    print "caught"
  endtry
  {!sched gpu_index=mod(k+1,2)}
  z = ones(1000)
  parallel_do(1000, z, y, ok)
  print sum(y)
endfor
