% proves: 2.4.1 a 'checked access outside of a local array names array, index and size, compiled or not
% expect: stdout
% devices: cpu interp
% (elsewhere it is open which of several failing work items is told: ROADMAP.md, Devices)
%> 1 index 3 is outside v, a vector of 3 elements: its indices are 0 to 2
%> 2 index 3 is outside v, a vector of 3 elements: its indices are 0 to 2
%> 3 index 2 in dimension 1 is outside v, a 2-by-2 matrix: there, indices are 0 to 1
%> 4 index 3 is outside v, a vector of 3 elements: its indices are 0 to 2
%> 5 index 3 in dimension 1 is outside v, a vector of 3 elements: there, indices are 0 to 2
%> 6 index 3 is outside v, a vector of 3 elements: its indices are 0 to 2
%> 7 index 1001 is outside x, a vector of 1000 elements: its indices are 0 to 999
%> 8 index 3 in dimension 0 is outside x, a 3-by-2 matrix: there, indices are 0 to 2
%> 9 index 3 is outside v, a vector of 3 elements: its indices are 0 to 2
%> 10 index 6 is outside v, a vector of 6 elements: its indices are 0 to 5
%> 11 index 3 is outside v, a vector of 3 elements: its indices are 0 to 2
%> 12 index -1 is outside v, a vector of 3 elements: its indices are 0 to 2
%> 13 index 5 is outside v, a vector of 3 elements: its indices are 0 to 2
%> 14 index 5 is outside v, a vector of 3 elements: its indices are 0 to 2
%> 15 index 3 is outside v, a vector of 3 elements: its indices are 0 to 2
%> 16 index 10 is outside y, a vector of 10 elements: its indices are 0 to 9
%> 17 index 2 in dimension 1 is outside x, a 3-by-2-by-2 cube: there, indices are 0 to 1
%> 18 index 0 is outside x, which is empty in dimension 0 (a vector of 0 elements)
function [] = h1(n)
  y = zeros(1000)
  for j=0..999
    v : vec3'checked = [1,2,j]
    y[j] = v[j+n]
  endfor
endfunction
function [] = h2(n)
  y = zeros(1000)
  for j=0..999
    v : vec3'checked = [1,2,j]
    v[j+n] = 2
    y[j] = v[0]
  endfor
endfunction
function [] = h3(n)
  y = zeros(1000)
  for j=0..999
    v : mat'checked(2,2) = [[1,2],[3,j]]
    y[j] = v[mod(j,2),j+n]
  endfor
endfunction
function [] = h4(n)
  y = zeros(1000)
  f = (v : vec3, k : int) -> v[k]
  for j=0..999
    y[j] = f([1,2,3],j+n)
  endfor
endfunction
function [] = h5(n)
  y = zeros(1000)
  for j=0..999
    v : vec3'checked = [1,2,j]
    y[j] = v[0,j+n]
  endfor
endfunction
function [] = h6(n)
  y = zeros(1000)
  for j=0..999
    v : vec3'checked = [1,2,j]
    y[j] = sum(v[j+n..j+n+1])
  endfor
endfunction
function [] = h7(n)
  y = zeros(1000)
  x : vec'checked = y
  for j=0..999
    y[j] = x[j*3+n]
  endfor
endfunction
function [] = h8(n)
  y = zeros(1000)
  x : mat'checked = ones(3,n)
  for j=0..999
    y[j] = x[j,1]
  endfor
endfunction
function [] = h9(n)
  y = zeros(1000)
  for j=0..999
    v : vec3'checked = [1,2,j]
    y[j] = v[j/2+n]
  endfor
endfunction
function [] = h10(n)
  y = zeros(1000)
  x = ones(300)
  for j=0..999
    v : vec'checked = x[0..n+3]
    y[j] = v[j]
  endfor
endfunction
function [] = h11(n)
  y = zeros(1000)
  for j=0..999
    v : vec3'checked = [1,2,j]
    v[j+n] += 2
    y[j] = v[0]
  endfor
endfunction
function [] = h12(n)
  y = zeros(1000)
  for j=0..999
    v : ivec3'checked = [1,2,j]
    y[j] = v[-1-j]
  endfor
endfunction
function [] = h13(n)
  y = zeros(1000)
  for j=0..999
    v : vec3'checked = [1,2,j]
    y[j] = v[5]
  endfor
endfunction
function [] = h14(n)
  y = zeros(1000)
  for j=0..999
    v : vec3'checked = [1,2,j]
    v[5]=7
    y[j] = v[1]
  endfor
endfunction
function [] = __kernel__ k1(y : vec, n : int, pos : int)
    v : vec3'checked = [1,2,pos]
    y[pos] = v[pos+n]
endfunction
function [] = g1(n)
  parallel_do(10,zeros(10),n,k1)
endfunction
function [] = __kernel__ k2(y : vec'checked, n : int, pos : int)
    y[pos+n] = 3
endfunction
function [] = g2(n)
  parallel_do(10,zeros(10),n,k2)
endfunction
function [] = h15(n)
  y = zeros(1000)
  x : cube'checked = ones(3,2,n)
  for j=0..999
    y[j] = x[0,j,1]
  endfor
endfunction
function [] = h16(n)
  y = zeros(1000)
  x : vec'checked = zeros(0)
  for j=0..999
    y[j] = x[j]
  endfor
endfunction
fs = {h1,h2,h3,h4,h5,h6,h7,h8,h9,h10,h11,h12,h13,h14,g1,g2,h15,h16}
for i=0..numel(fs)-1
  f = fs[i]
  try
    f(2)
    print i+1, " no error"
  catch e
    print i+1, " ", e
  endtry
endfor
