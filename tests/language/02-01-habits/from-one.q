% proves: 2.1 ranges from 1 to the length of an array, and a number by a number behind %, get a warning that says what to write
% expect: check-warning
%! 15: `% 3` is a comment: everything behind % is; the remainder of a and b is mod\(a, b\)
%! 21: this index goes from 1 to numel\(v\), but indices begin at 0 and end at numel\(v\)-1: write 0..numel\(v\)-1
%! 28: this index goes from 1 to size\(A,0\), but indices begin at 0
%! 28: this index goes from 1 to size\(A,1\), but indices begin at 0
%! 32: this index goes from 1 to numel\(v\), but
%! 34: this index goes from 1 to numel\(v\), but
%! 35: this index goes from 1 to size\(A,1\), but
function y = f(v, A : mat, w : vec'circular)
  n = numel(v)
  rows = 2
  c = 8 % rows
  m = 8 % 8
  a = 7 % 3
  y = 0.5*(rows + m + a + c)
  for k = 1..numel(v) % with neighbours, and of an array that goes round
    y += v[k-1] + w[k]
  endfor
  for k = 1..numel(v)
    y += v[k]
  endfor
  for i = 1..size(A,0)
    for j = 1..size(A,1)
      if i < size(A,0) && j < size(A,1)
        y += A[i,j]
      endif
      y += A[i,j]
    endfor
  endfor
  for k = 1..n
    y += v[k]
  endfor
  y += sum(v[1..numel(v)])
  y += sum(A[0,1..size(A,1)])
  y += sum(A[1..size(A,0)-1,0])
endfunction
