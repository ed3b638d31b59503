% proves: 11.6, 11.3 arrays that a function's loop makes and devices exchange: the same results on all devices
% expect: stdout
%> 798 319600
%> 799 320400
%> 800 321201
%> 801 322003
%> 802 322806
%> 803 323610
function [a, b] = make(n)
  a = zeros(n)
  b = ones(n)
  {!parallel for}
  for i=0..n-1
    a[i] = b[i]*i
  endfor
endfunction
function [] = __kernel__ mix(a : vec, b : vec, pos : int)
  t = a[pos]
  a[pos] = b[pos]
  b[pos] = t
endfunction
for k=0..5
  [a, b] = make(800+k)
  {!sched gpu_index=mod(k,2)}
  parallel_do(800+k, a, b, mix)
  a[0] = -1
  print sum(a), " ", sum(b)
endfor
