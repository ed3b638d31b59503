% proves: 4.12 macros with outputs are expanded like functions
% expect: ok
macro y = square(x)
  y = x * x
endmacro
macro [s, d] = sum_difference(a, b)
  s = a + b
  d = a - b
endmacro
assert(square(3) == 9, "in an expression")
assert(square(1 + 1) + 1 == 5, "arguments and result stay together")
z = square(square(2))
assert(z == 16, "nested")
[u, v] = sum_difference(5, 3)
assert(u == 8 && v == 2, "two outputs")
[w, _] = sum_difference(5, 4)
assert(w == 9, "one of two")
f = x -> square(x) - 1
assert(f(3) == 8, "in a lambda")
function [] = __kernel__ k(x : vec, pos : int)
  x[pos] = square(x[pos])
endfunction
x = [1.0, 2.0, 3.0]
parallel_do(3, x, k)
assert(x[2] == 9, "in a kernel")
print "ok"
