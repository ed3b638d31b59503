% proves: 8.2 a column of a matrix is a matrix with one column in loops and kernels, too
% expect: ok
function [] = __kernel__ sizes(x : mat, z : vec, pos : int)
  a = x[pos..pos+2, 1]
  b = transpose(a)
  z[pos] = 1000*size(a,0) + 100*size(a,1) + 10*size(b,0) + size(b,1)
endfunction
x = reshape(0..1599, [400,4])
z = zeros(400)
for i=0..395
  a = x[i..i+2, 1]
  b = transpose(a)
  z[i] = 1000*size(a,0) + 100*size(a,1) + 10*size(b,0) + size(b,1)
endfor
assert(min(z[0..395]) == 3113 && max(z) == 3113)
z = zeros(400)
parallel_do(397, x, z, sizes)
assert(min(z[0..395]) == 3113 && max(z) == 3113)
for i=0..395
  c = transpose(x[i..i+2, 1])*x[i..i+2, 2]
  z[i] = sum(c) + 1000*numel(c)
endfor
assert(z[0] == 1*2 + 5*6 + 9*10 + 1000)
print("ok")
