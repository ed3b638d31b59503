% proves: 7.7, 3.8 members of function types make interfaces
% expect: ok
type operation : mutable class
  one : [__device__ scalar -> scalar]
  many : [?? -> ??]
  self_of : [(^operation) -> ??]
  k : scalar
endtype
double_it = operation(
  one := (__device__ (x : scalar) -> 2*x),
  many := (x) -> sum(x),
  self_of := (self : ^operation) -> self.k,
  k := 7
)
assert(double_it.one(4) == 8)
assert(double_it.many([1,2,3]) == 6)
assert(double_it.self_of(double_it) == 7)
double_it.many = (x) -> prod(x)
assert(double_it.many([2,3,4]) == 24)
print "ok"
