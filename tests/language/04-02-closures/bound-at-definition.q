% proves: 4.2 closure variables are bound where the function is defined
% expect: ok
A = ones(4,4)
D = __device__ (x : scalar) -> sum(A) + x
A = ones(2,2)
assert(D(0) == 16)
B = ones(2)
function y = f()
    y = sum(B)
endfunction
B = ones(3)
assert(f() == 2)
C = [1.0,2.0]
g = () -> sum(C)
C[0] = 10
assert(g() == 12, "elements are shared")
fs = cell(3)
for i = 0..2
    fs[i] = x -> x + i
endfor
assert(fs[0](10) == 10 && fs[1](10) == 11 && fs[2](10) == 12)
function h = counter(n)
    h = () -> n * 2
endfunction
h1 = counter(1)
h2 = counter(2)
assert(h1() == 2 && h2() == 4)
print "ok"
