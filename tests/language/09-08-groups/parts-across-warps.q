% proves: 9.8 all warps of a block leave a barrier before the parts of it meet, the last one too, which is smaller
% expect: stdout
%> 7 7 7 7 7 7 7 7 1
%> 3 3 3 3 3 3 3 3 3
function [] = __kernel__ k(y : mat, pos : int, blkpos : int, this_thread_block : thread_block)
  part = this_thread_block.partition(3)
  pair = this_thread_block.partition(2)
  syncthreads(warp)
  y[0,pos] = part.active_mask
  syncthreads(warp)
  y[1,pos] = pair.active_mask
endfunction
y = zeros(2, 40)
parallel_do([[40],[40]], y, k)
print y[0,0], " ", y[0,29], " ", y[0,30], " ", y[0,31], " ", y[0,32], " ", y[0,33], " ", y[0,35], " ", y[0,38], " ", y[0,39]
print y[1,0], " ", y[1,1], " ", y[1,30], " ", y[1,31], " ", y[1,32], " ", y[1,33], " ", y[1,35], " ", y[1,38], " ", y[1,39]
