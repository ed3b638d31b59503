% proves: 2.2 type(x, "int8") of a variable declared so is the same as the whole body of a lambda and inside an expression
% expect: stdout
%> 1 1
%> 1
%> 1 1
%> 2 -3
a : int8 = 5
h = () -> type(a, "int8")
h2 = () -> (type(a, "int8") ? 1 : 2)
print h(), " ", h2()
function y = g(x : int8)
    y = type(x, "int8")
endfunction
print g(3)
dl = __device__ (x : int8) -> type(x, "int8")
y = zeros(20000)
parallel_do(20000, y, __kernel__ (y : vec'unchecked, pos : int) -> y[pos] = dl(3))
print y[7], " ", dl(3)
half = n -> int(n / 2)
down = (a, b) -> floor(a / b)
print half(5), " ", down(-5, 2)
