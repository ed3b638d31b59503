% proves: 11.6, 11.3 arrays and members of objects in cells, changed by host and devices in turns: the same results on all devices
% expect: stdout
%> 41 56 4
%> 65 90 5
%> 89 124 6
%> 113 158 7
%> 137 192 8
%> 276635
type thing : mutable class
  a : mat
  b : vec
  n : int
endtype
function [] = __kernel__ scale(x : mat, k : scalar, pos : ivec2)
  x[pos] = x[pos]*k + 1
endfunction
function [] = __kernel__ use(things : vec[^thing], y : vec, pos : int)
  y[pos] = things[pos].n + things[pos].a[0,0] + things[pos].b[1]
endfunction
c = cell(5)
for k=0..4
  c[k] = thing(a:=ones(20,31)*k, b:=linspace(0,4,5)+k, n:=k)
endfor
for r=1..4
  for k=0..4
    {!sched gpu_index=mod(k+r,2)}
    parallel_do(size(c[k].a), c[k].a, r, scale)
    c[k].b[1] = c[k].b[1] + c[k].a[0,0]
    c[k].n += 1
  endfor
endfor
s = 0.0
for k=0..4
  s += sum(c[k].a) + sum(c[k].b) + c[k].n
  print c[k].a[3,4], " ", c[k].b[1], " ", c[k].n
endfor
print s
