% proves: 2.1 complex numbers are no position in an array
% expect: error can't be indexed
function y = f(a : mat, p)
  y = a[p]
endfunction
print f(zeros(3,3), [1i,2])
