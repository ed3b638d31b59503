function y = __device__ third(x : vec'checked, n : int)
  assert(n >= 0, "no negative number")
  y = x[n]
endfunction
function y = __device__ half_of_third(x : vec'checked, n : int)
  y = third(x, n) / 2
endfunction
