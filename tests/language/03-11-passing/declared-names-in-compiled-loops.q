% proves: 3.11 a declared variable that is given an array shares or copies it, in compiled loops as in interpreted ones
% expect: stdout
%> 1
%> 0.75
%> 1 2 variable u has type vec, but the value is a 2-by-3 matrix
%> 150
%> 1
%> 150.35000610351562
%> 1
%> 0.5
%> 2 2 variable u has type ivec, but the value is a 2-by-3 matrix
%> 150
%> 1
%> 150
%> 1
%> 3 1 variable u has type vec(4), but the value is a vector of 3 elements
%> 3 2 variable u has type vec(4), but the value is a 2-by-3 matrix
%> 3 3 variable u has type vec(4), but the value is a vector of 3 elements
%> 1
%> 3 5 variable u has type vec(4), but the value is a vector of 300 elements
%> 4.5999
%> 4.51.5
%> 4 2 variable u has type ivec, but the value is a 2-by-3 matrix
%> 4.5999
%> 4.52
%> 4.5300.70001220703125
%> 4.752
%> 4.75999.5
%> 5 2 variable u has type vec, but the value is a 2-by-3 matrix
%> 4.75300
%> 4.752
%> 4.75999.5
%> 12
%> 0.751.5
%> 6 2 k is a 2-by-3 matrix and needs 2 indices in one bracket, not 1: k[m,n] an element, k[m,:] a row, k[:,n] a column
%> 150300
%> 12
%> 150.35000610351562300.70001220703125
%> 12
%> 0.51.5
%> 7 2 variable u has type vec[uint8], but the value is a 2-by-3 matrix
%> 7 3 variable u: an element does not fit uint8
%> 12
%> 7 5 variable u: an element does not fit uint8
%> 7.52
%> 5.51.5
%> 8 2 variable u has type vec(3), but the value is an integer
%> 454.5300
%> 7.52
%> 905.5300.70001220703125
%> 9 0 variable u has type vec(3), but the value is a vector of 4 elements
%> 0.751.5
%> 9 2 variable u has type vec(3), but the value is an integer
%> 150300
%> 9 4 variable u has type vec(3), but the value is a vector of 4 elements
%> 9 5 variable u has type vec(3), but the value is a vector of 300 elements
%> 42
%> 3.751.5
%> 10 2 variable u has type vec, but the value is an integer
%> 153300
%> 42
%> 153.35000610351562300.70001220703125
%> 6
%> 4.5
%> 11 2 parameter v of lambda has type vec(3), but the value is an integer
%> 304
%> 6
%> 902.1000366210938
%> 12 0 parameter v of lambda has type vec(3), but the value is a vector of 4 elements
%> 4.5
%> 12 2 parameter v of lambda has type vec(3), but the value is a 2-by-3 matrix
%> 304
%> 12 4 parameter v of lambda has type vec(3), but the value is a vector of 4 elements
%> 12 5 parameter v of lambda has type vec(3), but the value is a vector of 300 elements
%> 2
%> 1.5
%> 2
%> 300
%> 2
%> 300.70001220703125
%> 2
%> 1.5
%> 14 2 parameter v of lambda has type vec, but the value is a 2-by-3 matrix
%> 300
%> 2
%> 300.70001220703125
% element types and aliases
function [] = a1(k)
  y = zeros(1000)
  for j=0..999
    u : vec = k
    y[j] = u[1]/2
  endfor
  print y[0]
endfunction
function [] = a2(k)
  y = zeros(1000)
  for j=0..999
    u : vec[int] = k
    y[j] = u[1]/2
  endfor
  print y[0]
endfunction
function [] = a3(k)
  y = zeros(1000)
  for j=0..999
    u : vec4 = k
    y[j] = u[1]/2
  endfor
  print y[0]
endfunction
function [] = a4(k)
  y = zeros(1000)
  for j=0..999
    u : vec[int] = k
    u[1] = 0.5+j
    y[j] = u[1]/2
  endfor
  print y[9], k[1]
endfunction
function [] = a5(k)
  y = zeros(1000)
  for j=0..999
    u : vec = k
    u[1] = 0.5+j
    y[j] = u[1]/2
  endfor
  print y[9], k[1]
endfunction
function [] = a6(k)
  y = zeros(1000)
  for j=0..999
    u : mat = k
    y[j] = u[0,1]/2
  endfor
  print y[9], k[1]
endfunction
function [] = a7(k)
  y = zeros(1000)
  for j=0..999
    u : vec[uint8] = k
    y[j] = u[1]/2
  endfor
  print y[9], k[1]
endfunction
function [] = a8(k)
  y = zeros(1000)
  for j=0..999
    u : vec3 = k[0..2]
    u[1] = 7
    w : ivec3 = k[0..2]*1.5
    w[0] += 0.7
    y[j] = u[1]/2+w[0]+w[1]
  endfor
  print y[9], k[1]
endfunction
function [] = a9(k)
  y = zeros(1000)
  n = numel(k)
  for j=0..999
    u : vec3 = k[0..n-1]
    y[j] = u[1]/2
  endfor
  print y[9], k[1]
endfunction
function [] = a10(k)
  y = zeros(1000)
  n = numel(k)
  for j=0..999
    u : vec = k[0..n-1]
    u[0] = 3
    y[j] = u[1]/2 + u[0]
  endfor
  print y[9], k[1]
endfunction
dv = __device__ (v : vec3) -> sum(v)
dm = __device__ (v : mat) -> v[0,1]
dw = __device__ (v : vec) -> v[1]
function [] = a11(k)
  y = zeros(1000)
  for j=0..999
    y[j] = dv(k[0..2])
  endfor
  print y[9]
endfunction
function [] = a12(k)
  y = zeros(1000)
  for j=0..999
    y[j] = dv(k)
  endfor
  print y[9]
endfunction
function [] = a13(k)
  y = zeros(1000)
  for j=0..999
    y[j] = dm(k)
  endfor
  print y[9]
endfunction
function [] = a14(k)
  y = zeros(1000)
  for j=0..999
    y[j] = dw(k)
  endfor
  print y[9]
endfunction
fs = {a1,a2,a3,a4,a5,a6,a7,a8,a9,a10,a11,a12,a13,a14}
i8 = vec[uint8](4)
i8[:] = [1,2,3,4]
vs = {[1,2,3,4],[0.5,1.5,2.5],[[1,2,3],[4,5,6]],[1,300,3],i8,ones(300)*300.7}
for i=0..numel(fs)-1
  f = fs[i]
  for j=0..numel(vs)-1
  try
    f(copy(vs[j]))
  catch e
    print i+1, " ", j, " ", e
  endtry
  endfor
endfor
