% proves: 3.3 a value with other dimensions than the declared type is an error in compiled loops too, in the same words
% expect: stdout
%> 1 variable u has type vec, but the value is a 3-by-1 matrix
%> [ 1, 2, 3]
%> [ 1, 2, 3]
%> 2 variable u has type vec(3), but the value is a 3-by-1 matrix
%> 2 variable u has type vec(3), but the value is a 3-by-1 matrix
%> 2 variable u has type vec(3), but the value is a 3-by-1 matrix
%> [ 6, 6, 6]
%> [ 6, 6, 6]
%> [ 6, 6, 6]
%> [ 6, 6, 6]
%> [ 6, 6, 6]
%> [ 6, 6, 6]
%> 5 variable u has type vec(4), but the value is a 2-by-2 matrix
%> 5 variable u has type vec(4), but the value is a 2-by-2 matrix
%> 5 variable u has type vec(4), but the value is a 2-by-2 matrix
%> [ 3, 3, 3]
%> [ 3, 3, 3]
%> [ 3, 3, 3]
%> 7 variable u has type mat(2,1), but the value is a vector of 2 elements
%> 7 variable u has type mat(2,1), but the value is a vector of 2 elements
%> 7 variable u has type mat(2,1), but the value is a vector of 2 elements
%> [ 3, 3, 3]
%> [ 3, 3, 3]
%> [ 3, 3, 3]
%> 9 variable u has type vec, but the value is a 2-by-3 matrix
%> 9 variable u has type vec, but the value is a 2-by-3 matrix
%> 9 variable u has type vec, but the value is a 2-by-3 matrix
%> 10 variable u has type vec(2), but the value is a vector of 3 elements
%> 10 variable u has type vec(2), but the value is a vector of 3 elements
%> 10 variable u has type vec(2), but the value is a vector of 3 elements
%> 11 variable u has type scalar, but the value is a vector of 3 elements
%> 11 variable u has type scalar, but the value is a vector of 3 elements
%> 11 variable u has type scalar, but the value is a vector of 3 elements
%> [ 1, 2, 3]
%> [ 1, 2, 3]
%> [ 1, 2, 3]
%> 13 variable u has type vec, but the value is an integer
%> 13 variable u has type vec, but the value is an integer
%> 13 variable u has type vec, but the value is an integer
%> 14 variable u has type vec(2), but the value is an integer
%> 14 variable u has type vec(2), but the value is an integer
%> 14 variable u has type vec(2), but the value is an integer
%> [ 12, 15, 18]
%> [ 1, 2, 3]
%> [ 1, 2, 3]
%> 16 variable u has type vec(3), but the value is a 3-by-1 matrix
%> 16 variable u has type vec(3), but the value is a vector of 1 element
%> 16 variable u has type vec(3), but the value is a vector of 1 element
%> [ 1, 2, 3]
%> [ 1, 2, 3]
%> [ 1, 2, 3]
%> [ 12, 15, 18]
%> [ 1, 2, 3]
%> [ 1, 2, 3]
function [] = go(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec = x[:,k]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go2(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec3 = x[0..2,k]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go3(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec = x[0,0..2]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go4(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec3 = x[0..0,0..2]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go5(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec4 = x[0..1,0..1]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go6(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : mat = x[0,0..1]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go7(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : mat(2,1) = x[0,0..1]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go8(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : mat(1,2) = x[0,0..1]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go9(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec = x[0..1,:]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go10(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec2 = x[0,0..2]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go11(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : scalar = x[0,0..2]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go12(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : scalar = x[0,k..k]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go13(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec = x[0,0]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go14(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec2 = x[0,0]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go15(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec = transpose(x[:,k])
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go16(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec(3) = x[:,k]*2
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
function [] = go17(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : int = x[0,k..k]
    y[j] = u
  endfor
  print y[0..2]
endfunction
function [] = go18(x)
  y = zeros(1000)
  for j=0..999
    k = mod(j,3)
    u : vec'col(3) = x[0..2,k]
    y[j] = sum(u)
  endfor
  print y[0..2]
endfunction
fs = {go,go2,go3,go4,go5,go6,go7,go8,go9,go10,go11,go12,go13,go14,go15,go16,go17,go18}
for i=0..numel(fs)-1
  f = fs[i]
  try
    f([[1,2,3],[4,5,6],[7,8,9]])
  catch e
    print i+1, " ", e
  endtry
  try
    f([[1,2,3]])
  catch e
    print i+1, " ", e
  endtry
  try
    f([1,2,3])
  catch e
    print i+1, " ", e
  endtry
endfor
