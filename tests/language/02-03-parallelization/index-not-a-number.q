% proves: 2.3 an index that is no integer is named as what it is
% expect: stdout
%> index NaN is outside x, a vector of 300 elements: its indices are 0 to 299
%> index 1.00000001504747e+30 is outside x, a vector of 300 elements: its indices are 0 to 299
%> index 300 is outside x, a vector of 300 elements: its indices are 0 to 299
%> index -inf is outside x, a vector of 300 elements: its indices are 0 to 299
function [] = main()
  x = zeros(300)
  function [] = __kernel__ store(x : vec'checked, v : scalar, pos : int)
    x[v] = pos
  endfunction
  function [] = __kernel__ load(x : vec'checked, v : scalar, pos : int)
    x[pos] = x[v]
  endfunction
  try
    parallel_do(300, x, 0/0, store)
  catch e
    print e
  endtry
  try
    parallel_do(300, x, 1e30, load)
  catch e
    print e
  endtry
  try
    parallel_do(300, x, 300.7, store)
  catch e
    print e
  endtry
  try
    parallel_do(300, x, -1/0, load)
  catch e
    print e
  endtry
endfunction
