% proves: 2.2.3 integers that do not fit: the same errors and results in compiled and interpreted loops
% expect: stdout
%> 1 no error
%> 2 a value does not fit the elements of y, which are int; declare it 'sat or 'unchecked to clip or wrap
%> 3 a value does not fit the elements of y, which are uint8; declare it 'sat or 'unchecked to clip or wrap
%> 4 variable k has type uint8, which can't hold 256
%> 5 variable k: an element does not fit int
%> 6 a value does not fit the elements of k, which are int; declare it 'sat or 'unchecked to clip or wrap
%> 7 a value does not fit the elements of k, which are uint8; declare it 'sat or 'unchecked to clip or wrap
%> 8 variable k has type int8, which can't hold 128
%> 9 a value does not fit the elements of y, which are uint8; declare it 'sat or 'unchecked to clip or wrap
%> 10 a value does not fit the elements of y, which are uint8; declare it 'sat or 'unchecked to clip or wrap
%> 11 a value does not fit the elements of k, which are int; declare it 'sat or 'unchecked to clip or wrap
%> 12 variable k: an element does not fit int
%> 7000000000
%> 13 no error
%> 14 a value does not fit the elements of k, which are int; declare it 'sat or 'unchecked to clip or wrap
%> 7000000000
%> 15 no error
%> 7000000000
%> 16 no error
%> 17 a value does not fit the elements of k, which are int; declare it 'sat or 'unchecked to clip or wrap
%> 18 a value does not fit the elements of k, which are int; declare it 'sat or 'unchecked to clip or wrap
%> 19 variable a has type int, which can't hold nan
%> 7.000000096305676e+18-9.223372036854776e+18
%> 20 no error
%> 21 parameter a of lambda has type uint8, which can't hold 256
%> -788-984531327
%> 22 no error
%> 23 a value does not fit the elements of y, which are int16; declare it 'sat or 'unchecked to clip or wrap
%> 24 a value does not fit the elements of k, which are int; declare it 'sat or 'unchecked to clip or wrap
%> 2147483648
%> 25 no error
%> 7000000000
%> 26 no error
%> 28 parameter a of dq has type uint8, which can't hold 256
%> 29 variable y has type uint8, which can't hold 256
function [] = h1(n)
  y = zeros(1000)
  for j=0..999
    k : int = n*1e18+j
    y[j] = k
  endfor
endfunction
function [] = h2(n)
  y = vec[int](1000)
  for j=0..999
    y[j] = n*1e9+j
  endfor
endfunction
function [] = h3(n)
  y = vec[uint8](1000)
  for j=0..999
    y[j] = j*n
  endfor
endfunction
function [] = h4(n)
  y = zeros(1000)
  for j=0..999
    k : uint8 = min(j, 256) % all that do not fit are the same, as any of them may be the first
    y[j] = k
  endfor
endfunction
function [] = h5(n)
  y = zeros(1000)
  for j=0..999
    k : ivec3 = [1,2,j*1e9]
    y[j] = k[2]
  endfor
endfunction
function [] = h6(n)
  y = zeros(1000)
  for j=0..999
    k : ivec3 = [1,2,3]
    k[1] = j*1e9+0.5
    y[j] = k[1]
  endfor
endfunction
function [] = h7(n)
  y = zeros(1000)
  for j=0..999
    k : vec[uint8](3) = [1,2,3]
    k[1] = j
    y[j] = k[1]
  endfor
endfunction
function [] = h8(n)
  y = zeros(1000)
  for j=0..999
    k : int8 = 3
    k += min(j, 125)
    y[j] = k
  endfor
endfunction
function [] = h9(n)
  y = vec[uint8](1000)
  for j=0..999
    y[j] += j
  endfor
endfunction
function [] = h10(n)
  y = vec[uint8](1000)
  for j=0..999
    y[j] += j+0.5
  endfor
endfunction
function [] = h11(n)
  y = zeros(1000)
  for j=0..999
    k : ivec3 = [1,2,3]
    k[1] = j*1000000000
    y[j] = k[1]
  endfor
  print y[7]
endfunction
function [] = h12(n)
  y = zeros(1000)
  for j=0..999
    k : ivec3 = [1,2,j*1000000000]
    y[j] = k[2]
  endfor
  print y[7]
endfunction
function [] = h13(n)
  y = zeros(1000)
  for j=0..999
    k = [1,2,j*1000000000]
    y[j] = k[2]
  endfor
  print y[7]
endfunction
function [] = h14(n)
  y = zeros(1000)
  for j=0..999
    k = [1,2,3]
    k[2] = j*1000000000
    y[j] = k[2]
  endfor
  print y[7]
endfunction
function [] = h15(n)
  y = zeros(1000)
  for j=0..999
    k = [1,2,j]*1000000000
    y[j] = k[2]
  endfor
  print y[7]
endfunction
function [] = h16(n)
  y = zeros(1000)
  for j=0..999
    k = [1,2,j]
    k *= 1000000000
    y[j] = k[2]
  endfor
  print y[7]
endfunction
function [] = h17(n)
  y = zeros(1000)
  for j=0..999
    k = [1,2,j]
    k[1] += 1000000000*j
    y[j] = k[1]
  endfor
  print y[7]
endfunction
function [] = h18(n)
  y = zeros(1000)
  for j=0..999
    k = [1,2,j]
    k[1] = 1e10
    y[j] = k[1]
  endfor
  print y[7]
endfunction
function [] = h19(n)
  y = zeros(1000)
  a : int = 0
  for j=0..999
    a = nan*j
    y[j] = a
  endfor
  print y[7]
endfunction
df = __device__ (a : int) -> a+1
function [] = h20(n)
  y = zeros(1000)
  for j=0..999
    y[j] = df(j*1e18)
  endfor
  print y[7], y[100]
endfunction
dg = __device__ (a : uint8) -> a+1
function [] = h21(n)
  y = zeros(1000)
  for j=0..999
    y[j] = dg(min(j, 256))
  endfor
  print y[7], y[100]
endfunction
function [] = h22(n)
  y = zeros(1000)
  k : uint8'sat = 0
  w : int16'unchecked = 0
  for j=0..999
    k += j/2
    w -= 100
    y[j] = k+w
  endfor
  print y[7], y[100], y[999]
endfunction
function [] = h23(n)
  y = vec[int16](1000)
  for j=0..999
    y[j..j] = [j*100.5]
  endfor
endfunction
function [] = h24(n)
  y = zeros(1000)
  for j=0..999
    k = [1,2,j]
    k[1] ^^= 1000000000*j
    k[0] = -k[1]
    y[j] = k[1]+k[0]*2
  endfor
  print y[7]
endfunction
function [] = h25(n)
  y = zeros(1000)
  for j=0..999
    k = [1,2,j]
    y[j] = sum(k*1000000000)+prod(k+2000000000)
  endfor
  print y[7]
endfunction
function [] = h26(n)
  y = zeros(1000)
  for j=0..999
    k = [1,2,j]
    y[j] = (-(k-2147483647-2))[0]
  endfor
  print y[7]
endfunction
function [] = h27(n)
  y = zeros(1000)
  for j=0..999
    y[j] = max([1,2,j*1000000000])
  endfor
  print y[7]
endfunction
fs = {h1,h2,h3,h4,h5,h6,h7,h8,h9,h10,h11,h12,h13,h14,h15,h16,h17,h18,h19,h20,h21,h22,h23,h24,h26,h27}
for i=0..numel(fs)-1
  f = fs[i]
  try
    f(7)
    print i+1, " no error"
  catch e
    print i+1, " ", e
  endtry
endfor
function y = __device__ dq(a : uint8)
  y = a + 1
endfunction
function [] = h28(n)
  y = zeros(1000)
  for j=0..999
    y[j] = dq(min(j, 256))
  endfor
endfunction
try
 h28(1)
catch e
 print "28 ", e
endtry
function y : uint8 = __device__ dr(a)
  b = 1
  y = a + b
endfunction
function [] = h29(n)
  y = zeros(1000)
  for j=0..999
    y[j] = dr(min(j, 255))
  endfor
endfunction
try
 h29(1)
catch e
 print "29 ", e
endtry
