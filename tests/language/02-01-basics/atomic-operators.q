% proves: 2.1 (8), table 2.1 all compound operators, on the host and atomically in a kernel
% expect: stdout
%> [ 5, -5, 0, 0] 10
%> [ 0.5, 2, 4.5]
%> [ 8, -8, 7, 0] [ 255, 0, 0]
%> 13 13
import "inttypes.q"
x = zeros(4)
x[0] ^^= 5
x[0] ^^= 3
x[1] __= -5
x[1] __= 2
y = 12
y &= 10
y |= 1
y ~= 3
print x, " ", y
m = [1.0,2,3]
m .*= [2,2,2]
m ./= 2
m .^= 2
m += 1
m -= [1,1,1]
m *= 2
m /= 4
print m
function [] = __kernel__ k(v : vec, w : vec[int], pos : int)
  v[0] += 1
  v[1] -= 1
  v[2] ^^= pos
  v[3] __= pos
  w[0] |= shl(1,pos)
  w[1] &= not(shl(1,pos))
  w[2] ~= pos
endfunction
v = [0.0,0,0,1000]
w = ivec(3)
w[1] = 0FFh
parallel_do(8,v,w,k)
print v, " ", w
v[0] = 8
c = v[0] += 5
print c, " ", v[0]
