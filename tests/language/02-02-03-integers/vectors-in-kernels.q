% proves: 2.2.3 vectors of int in kernels: arithmetic has 64 bits, declared ones and single elements 32
% expect: stdout
%> [ 0, 1000000000, 2000000000, 3000000000, 4000000000, 5000000000, 6000000000, 7000000000]
%> [ 0, 1000000000, 2000000000, -1294967296, -294967296, 705032704, 1705032704, -1589934592]
%> [ 0, 1000000000, 2000000000, 3000000000, 4000000000, 5000000000, 6000000000, 7000000000]
%> [ 0, 1000000000, 2000000000, 2147483648, 2147483648, 2147483648, 2147483648, 2147483648]
%> [ 2, 1000000000, 2000000000, -1294967296, -294967296, 705032704, 1705032704, -1589934592]
%> [ 0, 1000000000, 2000000000, -1294967296, -294967296, 705032704, 1705032704, -1589934592]
function [] = __kernel__ f(y : vec, n : int, pos : int)
 v = [1,2,pos]*1000000000
 y[pos] = v[2]
endfunction
function [] = __kernel__ g(y : vec, n : int, pos : int)
 v = [1,2,3]
 v[1] = pos*1000000000
 y[pos] = v[1]
endfunction
function [] = __kernel__ h(y : vec, n : int, pos : int)
 v = [1,2,pos*1000000000]
 y[pos] = v[2]
endfunction
function [] = __kernel__ i(y : vec, n : int, pos : int)
 v : ivec3 = [1,2,pos*1000000000]
 y[pos] = v[2]
endfunction
function [] = __kernel__ j(y : vec, n : int, pos : int)
 v = [1,2,3]
 v[1] += pos*1000000000
 y[pos] = v[1]
endfunction
function [] = __kernel__ k(y : vec, n : int, pos : int)
 v : vec[int]'checked = [1,2,3]
 v[1] = pos*1000000000
 y[pos] = v[1]
endfunction
fs = {f,g,h,i,j,k}
for m=0..5
y = zeros(8)
try
parallel_do(8,y,3,fs[m])
print y
catch e
print e
endtry
endfor
