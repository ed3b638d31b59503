% proves: 2.1 fractions that are dropped, and stores that do nothing, are told
% expect: ok
%! 11: `e` is empty.*\[\.\.\.e, value\]
%! 21: an index drops its fraction: this is element 1
%! 22: a size drops its fraction: this is 2
%! 26: parameter n is an integer and drops the fraction: it is 2
function [] = main()
  e = []
  f = []
  for i = 0..3
    e[i] = i
    f = [...f, i]
  endfor
  assert(numel(e) == 0 && numel(f) == 4)
  k = []
  k = zeros(4)
  for i = 0..3
    k[i] = i
  endfor
  q = zeros(3)
  assert(q[1.5] == 0 && q[1.0] == 0)
  assert(numel(zeros(2.5)) == 2 && numel(zeros(3.0)) == 3)
  function r = whole(n : int)
    r = n
  endfunction
  assert(whole(2.7) == 2 && whole(2.0) == 2)
  print "ok"
endfunction
