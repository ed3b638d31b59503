% proves: 2.3 of a loop whose levels differ check says which of them are parallel, once
% expect: ok
%! 10: note: this loop: parallel over `j`, in order over `i`: line 12: the element of `w` that is read here
%! 15: note: this loop does not run in parallel: line 17: the element of `w` that is read here
%! 20: note: this loop: parallel over `i`, in order over `k`: line 22: 
function y = host(x : mat)
  w : mat = copy(x)
  n = size(w,0)
  m = size(w,1)
  for i = 1..n-1
    for j = 0..m-1
      w[i,j] += w[i-1,j]
    endfor
  endfor
  for i = 1..n-1
    for j = 1..m-1
      w[i,j] = 0.5*w[i-1,j] + 0.5*w[i,j-1] + w[i-1,j-1]
    endfor
  endfor
  for k = 1..3
    for i = 0..n-1
      w[i,0] = w[i,k] + 1
    endfor
  endfor
  y = w
endfunction
y = host(ones(5,6))
assert(y[4,0] == y[4,3] + 1)
print "ok"
