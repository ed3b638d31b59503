% proves: 4.9.4 a reduction that run time decides on may stand for a function with several outputs
% expect: ok
function [a, b] = of_number(x)
    a = x + 1
    b = "number"
endfunction
function [a, b] = of_text(x)
    a = x
    b = "text"
endfunction
reduction (x : scalar) -> describe(x) = of_number(x)
reduction (x : string) -> describe(x) = of_text(x)
c = {1.5, "z"}
[p, q] = describe(c[0])
assert(p == 2.5 && q == "number")
[p, q] = describe(c[1])
assert(p == "z" && q == "text")
for x=c
    [_, q] = describe(x)
endfor
assert(q == "text")
reduction (x : scalar) -> sign_of(x) = of_number(x) where x > 0
reduction (x : scalar) -> sign_of(x) = of_text(x) where x <= 0
names = {"", "", ""}
for i=-1..1
    [v, names[i + 1]] = sign_of(i)
endfor
assert(names[0] == "text" && names[1] == "text" && names[2] == "number" && v == 2)
[a, b] = sign_of(-3)
assert(a == -3 && b == "text")

% in a kernel types are known when it is compiled
reduction (x : scalar) -> halves(x) = cut(x)
reduction (x : vec2) -> halves(x) = x
function [low, high] = __device__ cut(x : scalar)
    low = floor(x / 2)
    high = x - low
endfunction
function [] = __kernel__ k(y : mat, x, pos : int)
    [u, v] = halves(x[pos])
    y[pos, 0] = u
    y[pos, 1] = v
endfunction
y = zeros(4, 2)
parallel_do(4, y, [4, 5, 6, 7], k)
assert(y[1, 0] == 2 && y[1, 1] == 3 && y[3, 0] == 3)
print "ok"
