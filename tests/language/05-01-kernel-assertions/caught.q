% proves: 5.1 a failed assertion of a kernel can be caught
% expect: ok
function [] = __kernel__ k(x : vec, pos : int)
  assert(x[pos] > 0)
  x[pos] = 0
endfunction
caught = false
try
  parallel_do(3, [1.0, -1.0, 2.0], k)
catch ex
  caught = true
endtry
assert(caught)
print "ok"
