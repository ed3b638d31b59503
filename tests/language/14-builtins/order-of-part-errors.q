% proves: 14 of an expression with parts of arrays a part that is outside is told of before what fails behind it,
% compiled or not
% expect: stdout
%> the slice 0..100000 does not fit: index 100000 is outside z, a vector of 100000 elements: its indices are 0 to 99999
%> the slice 0..9 does not fit: index 8 in dimension 0 is outside x, an 8-by-20000 matrix: there, indices are 0 to 7
%> the slice 10..19 does not fit: index 15 in dimension 0 is outside w, a 15-by-20000 matrix: there, indices are 0 to 14
%> index 9999 is outside t, a vector of 100 elements: its indices are 0 to 99
%> the slice 2..100000 does not fit: index 100000 is outside z, a vector of 100000 elements: its indices are 0 to 99999
%> 42 42
function y = elements(z : vec, t : vec, n : int, k : int)
  y = z[0..n] + t[k]
endfunction
function y = flipped(x : mat, w : mat)
  y = x[0..9,:] + flipud(w[10..19,:])
endfunction
function [] = assigned(y : vec, z : vec, t : vec, k : int)
  y[0..int(t[0])*0 + 99998] = z[k..k + 99998] + t[1] + t[9999*(k - 1)]
endfunction
z = ones(100000)
t = 41*ones(100)
try
  print elements(z, t, 100000, 9999)[0]
catch e
  print e
endtry
x = zeros(8, 20000)
w = zeros(15, 20000)
try
  print flipped(x, zeros(5, 5))[0,0]
catch e
  print e
endtry
try
  print flipped(zeros(10, 20000), w)[0,0]
catch e
  print e
endtry
try
  print elements(z, t, 99999, 9999)[0]
catch e
  print e
endtry
y = zeros(100000)
try
  assigned(y, z, t, 2)
catch e
  print e
endtry
print elements(z, t, 99999, 99)[99999], " ", elements(z, t, 99998, 0)[0]
