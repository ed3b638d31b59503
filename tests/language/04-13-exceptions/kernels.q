% proves: 4.13, 13.5 errors in kernels reach the catch around parallel_do; an object of a class too
% expect: stdout
%> too large: 3
%> sheet 3
%> 1
type sheet : class
  n : int
endtype
function [] = __kernel__ texts(x : vec, pos : int)
  if x[pos] > 2
    error "too large: ", x[pos]
  endif
endfunction
function [] = __kernel__ objects(x : vec, s : sheet, pos : int)
  if x[pos] > 2
    error(s)
  endif
endfunction
function [] = __kernel__ claims(x : vec, limit : scalar, pos : int)
  assert(x[pos] < limit)
endfunction
x = [1.0, 2, 3]
try
  parallel_do(3, x, texts)
catch e
  print e
endtry
try
  parallel_do(3, x, sheet(3), objects)
catch e : sheet
  print "sheet ", e.n
endtry
try
  parallel_do(3, x, 3, claims)
catch e
  print e.message != ""
endtry
