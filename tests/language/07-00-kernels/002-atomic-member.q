% proves: 6.3 an atomic compound assignment of a member is an expression
% expect: ok
type stack_of : mutable class
  tab : vec
  pointer : int
endtype
function [] = __device__ push(self : ^stack_of, item : scalar)
  cnt = (self.pointer += 1)
  self.tab[cnt - 1] = item
endfunction
function [] = __kernel__ fill(s : ^stack_of, x : vec, pos : int)
  if x[pos] > 2
    s.push(x[pos])
  endif
endfunction
s = stack_of(tab:=zeros(10), pointer:=0)
parallel_do(6, s, [1.0, 5.0, 2.0, 3.0, 4.0, 0.0], fill)
assert(s.pointer == 3 && sum(s.tab) == 12)
print "ok"
