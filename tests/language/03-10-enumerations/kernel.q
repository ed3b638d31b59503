% proves: 3.10 enumerations in kernels, device functions and loops
% expect: ok
type mode : enum
  Add
  Subtract
  Scale = 7
endtype
function y : scalar = __device__ apply(m : mode, x : scalar)
  match m with
  | Add -> y = x + 1
  | Subtract -> y = x - 1
  | Scale -> y = 2 * x
  | _ -> y = 0
  endmatch
endfunction
function [] = __kernel__ k(x : vec, y : vec, m : mode, pos : int)
  if m == mode.Scale
    y[pos] = 100
  else
    y[pos] = apply(m, x[pos])
  endif
endfunction
x = [1.0, 2.0, 3.0]
y = zeros(3)
parallel_do(3, x, y, mode.Add, k)
assert(y[0] == 2 && y[2] == 4, "add")
parallel_do(3, x, y, mode.Subtract, k)
assert(y[0] == 0 && y[2] == 2, "subtract")
parallel_do(3, x, y, mode.Scale, k)
assert(y[1] == 100, "scale")
z = zeros(3)
m = mode.Scale
for i=0..2
  z[i] = m == mode.Scale ? x[i] : -1
endfor
assert(z[2] == 3, "loop")
assert(apply(mode.Scale, 4) == 8, "device function from the host")
print "ok"
