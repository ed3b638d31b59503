% proves: 7.5 parametrised classes in kernels: methods, members with the type parameter, by pointer
% expect: ok
type stack[T] : mutable class
  tab : vec[T]
  pointer : int
endtype
function [] = __device__ push[T](self : ^stack[T], item : T)
  cnt = (self.pointer += 1)
  self.tab[cnt - 1] = item
endfunction
function [] = __kernel__ k(s : ^stack[int], pos : int)
  s.push(10*pos)
endfunction
function [] = __kernel__ k2[T](s : ^stack[T], x : vec[T], pos : int)
  s.push(x[pos])
endfunction
s = stack[int](tab:=vec[int](8), pointer:=0)
parallel_do(8, s, k)
assert(s.pointer == 8)
assert(sum(s.tab) == 280)
t = stack[scalar](tab:=vec[scalar](8), pointer:=0)
parallel_do(8, t, [0.5,1,1,1,1,1,1,1], k2)
assert(abs(sum(t.tab)-7.5) < 1e-5 && t.pointer == 8)
u = stack[cscalar](tab:=vec[cscalar](4), pointer:=0)
parallel_do(4, u, [1i,2i,3i,4i], k2)
assert(abs(sum(u.tab)-10i) < 1e-5 && u.pointer == 4)
print "ok"
