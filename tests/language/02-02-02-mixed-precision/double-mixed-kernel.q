% proves: 2.2.2 vectors, complex, device functions and single arrays in a kernel of doubles
% expect: ok
norm2 = __device__ (v : vec3) -> v[0]^2 + v[1]^2 + v[2]^2
function [] = __kernel__ k(d : mat[scalar'double], e : mat'mirror, s : vec, n : vec[int], c : cvec, pos : ivec2)
  v = d[pos[0], 0..2]
  w = v * 2 + [1,2,3]
  s[0] += w[0]
  n[0] += pos[1]
  e[pos] = norm2(w) + sum(w)
  c[pos[0]] = complex(w[0], d[pos])
  if pos[1] == 2
    t = e[pos[0],3]
  endif
endfunction
d = mat[scalar'double](4,3)
d[:,:] = 0.5
e = zeros(4,3)
s = zeros(1)
n = vec[int](1)
c = complex(zeros(4))
parallel_do(size(d),d,e,s,n,c,k)
assert(s[0] == 24 && n[0] == 12 && e[3,2] == 4+9+16+9)
assert(c[1] == 2+0.5i)
print "ok"
