% proves: 6.7 sizes of slices follow from the sizes of what they are taken from
% expect: ok
function [Y,C,D] = f[N](img : cube(:,:,N), B : cube(N,2*N,3))
  Y = img[0,0,:]
  C = B[:,:,1]
  D = B[0,:,:]
  assert(type(C, mat(N,2*N)))
  assert(type(Y, vec(N)) || type(Y, cube(1,1,N)))
endfunction
[y,c,d] = f(rand(4,5,2), ones(2,4,3))
assert(numel(y) == 2)
assert(size(c,0) == 2 && size(c,1) == 4)
function z = g[N](x : mat(N,3))
  v = x[0,:]
  w = x[:,0]
  assert(type(v, vec(3)))
  z = numel(v)*100+numel(w)
endfunction
assert(g(ones(7,3)) == 307)
function z = h[M,N](x : mat(M,N), y : mat(N,M))
  t = x*y
  assert(type(t, mat(M,M)))
  z = size(t,0)
endfunction
assert(h(ones(2,5), ones(5,2)) == 2)
print "ok"
