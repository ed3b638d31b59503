% proves: 2.2.3 what is no integer, passed to an integer parameter of a kernel, meets the rule of the parameter
% expect: stdout
%> [ 3, 3, 3]
%> [ -9.223372e+18, -9.223372e+18, -9.223372e+18]
%> [ 3, 3, 3]
%> [ -9.223372e+18, -9.223372e+18, -9.223372e+18]
%> [ 9, 9, 9]
%> [ 603, 603, 603]
%> [ 3, 3, 3]
%> [ 32770, 32770, 32770]
%> [ -32765, -32765, -32765]
%> [ 1, 1, 1]
%> [ 32770, 32770, 32770]
%> [ 7, 7, 7]
%> [ 102770, 102770, 102770]
%> [ 705065472, 705065472, 705065472]
%> parameter b of k9 has type uint8, which can't hold 300
%> parameter b of k9 has type uint8, which can't hold 300
%> parameter b of k9 has type uint8, which can't hold 300
%> parameter b of k9 has type uint8, which can't hold 300
%> parameter b of k9 has type uint8, which can't hold 300
%> parameter b of k9 has type uint8, which can't hold 300
%> parameter b of k9 has type uint8, which can't hold 300
%> parameter b of k9 has type uint8, which can't hold 300
%> parameter b of k9 has type uint8, which can't hold 300
%> parameter b of k9 has type uint8, which can't hold 300
%> parameter b of k9 has type uint8, which can't hold nan
%> parameter b of k9 has type uint8, which can't hold nan
%> parameter b of k9 has type uint8, which can't hold nan
%> parameter b of k9 has type uint8, which can't hold nan
%> parameter b of k9 has type uint8, which can't hold nan
%> parameter b of k9 has type uint8, which can't hold nan
%> parameter b of k9 has type uint8, which can't hold nan
%> parameter b of k9 has type uint8, which can't hold nan
%> parameter b of k9 has type uint8, which can't hold nan
%> parameter b of k9 has type uint8, which can't hold nan
%> parameter b of k9 has type uint8, which can't hold inf
%> parameter b of k9 has type uint8, which can't hold inf
%> parameter b of k9 has type uint8, which can't hold inf
%> parameter b of k9 has type uint8, which can't hold inf
%> parameter b of k9 has type uint8, which can't hold inf
%> parameter b of k9 has type uint8, which can't hold inf
%> parameter b of k9 has type uint8, which can't hold inf
%> parameter b of k9 has type uint8, which can't hold inf
%> parameter b of k9 has type uint8, which can't hold inf
%> parameter b of k9 has type uint8, which can't hold inf
%> parameter b of k9 has type uint8, which can't hold -inf
%> parameter b of k9 has type uint8, which can't hold -inf
%> parameter b of k9 has type uint8, which can't hold -inf
%> parameter b of k9 has type uint8, which can't hold -inf
%> parameter b of k9 has type uint8, which can't hold -inf
%> parameter b of k9 has type uint8, which can't hold -inf
%> parameter b of k9 has type uint8, which can't hold -inf
%> parameter b of k9 has type uint8, which can't hold -inf
%> parameter b of k9 has type uint8, which can't hold -inf
%> parameter b of k9 has type uint8, which can't hold -inf
%> parameter b of k9 has type uint8, which can't hold -1
%> parameter b of k9 has type uint8, which can't hold -1
%> parameter b of k9 has type uint8, which can't hold -1
%> parameter b of k9 has type uint8, which can't hold -1
%> parameter b of k9 has type uint8, which can't hold -1
%> parameter b of k9 has type uint8, which can't hold -1
%> parameter b of k9 has type uint8, which can't hold -1
%> parameter b of k9 has type uint8, which can't hold -1
%> parameter b of k9 has type uint8, which can't hold -1
%> parameter b of k9 has type uint8, which can't hold -1
%> [ 8, 8, 8]
%> [ 602, 602, 602]
%> [ 2, 2, 2]
%> [ 32769, 32769, 32769]
%> [ -32766, -32766, -32766]
%> [ 0, 0, 0]
%> [ 32769, 32769, 32769]
%> [ 6, 6, 6]
%> [ 102769, 102769, 102769]
%> [ 705065472, 705065472, 705065472]
%> parameter b of k9 has type uint8, which can't hold 70000
%> parameter b of k9 has type uint8, which can't hold 70000
%> parameter b of k9 has type uint8, which can't hold 70000
%> parameter b of k9 has type uint8, which can't hold 70000
%> parameter b of k9 has type uint8, which can't hold 70000
%> parameter b of k9 has type uint8, which can't hold 70000
%> parameter b of k9 has type uint8, which can't hold 70000
%> parameter b of k9 has type uint8, which can't hold 70000
%> parameter b of k9 has type uint8, which can't hold 70000
%> parameter b of k9 has type uint8, which can't hold 70000
function [] = __kernel__ k7(y : vec, b : int'sat, pos : int)
  y[pos] = b + 3
endfunction
  y = zeros(3)
    parallel_do(3,y,nan,k7)
print y
    parallel_do(3,y,1e30,k7)
    print y
function [] = __kernel__ k8(y : vec, b : int, pos : int)
  y[pos] = b + 3
endfunction
    parallel_do(3,y,nan,k8)
print y
    parallel_do(3,y,1e30,k8)
    print y
function [] = __kernel__ k9(y : vec, b : uint8, c : int16'sat, d : int32'unchecked, pos : int)
  y[pos] = b + c + d
endfunction
for v={3, 300, nan, inf, -inf, -1, 2.7, 70000}
  for w={3, 300, nan, inf, -inf, -1, 1e30, 2.7, 70000,5e9}
  try
    parallel_do(3,y,v,w,w,k9)
    print y
  catch e
    print e
  endtry
  endfor
endfor
