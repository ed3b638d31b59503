% proves: 17.1.3, 4.6.1 a type parameter that only the result of a function argument names is found from a lambda
% expect: ok
function y = mapc[T, U](x : vec[T], f : [T -> U])
    y = vec[U](numel(x))
    for i=0..numel(x)-1
        y[i] = f(x[i])
    endfor
endfunction
f : [scalar -> string] = x -> sprintf("%g", x)
y = mapc([1.5, 2.5], f)
assert(y[0] == "1.5" && y[1] == "2.5")
g : [scalar -> cscalar] = x -> 2 * x
assert(sum(abs(mapc([1.5, 2.5], g) - [3, 5])) == 0 && !isreal(mapc([1.5, 2.5], g)))
h = (x : scalar) -> complex(x, 1)
function z = apply(x, h)
    z = mapc(x, h)
endfunction
assert(sum(abs(apply([1.5, 2.5], h) - [1.5 + 1i, 2.5 + 1i])) == 0)

function y = mapd[T, U](x : vec[T], f : [__device__ T -> U])
    y = vec[U](numel(x))
    parallel_do(numel(x), x, y, __kernel__ (x : vec[T], y : vec[U], pos : int) -> y[pos] = f(x[pos]))
endfunction
d = __device__ (x : scalar) -> complex(x, 1)
assert(sum(abs(mapd([1.0, 2, 3], d) - [1 + 1i, 2 + 1i, 3 + 1i])) == 0)
print "ok"
