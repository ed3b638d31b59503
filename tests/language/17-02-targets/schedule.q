% proves: 14, 17.2.5 schedule takes the first kernel for the machine's targets
% expect: ok
function [] = __kernel__ a(x : vec, pos : int)
    {!kernel name="a"; target="amd"}
    x[pos] = 1
endfunction
function [] = __kernel__ b(x : vec, pos : int)
    {!kernel name="b"; target="gpu cpu"}
    x[pos] = 2
endfunction
function [] = __kernel__ c(x : vec, pos : int)
    x[pos] = 3
endfunction
x = zeros(4)
assert(schedule(4, x, {a, b, c}) == 1, "the first for the device")
assert(schedule(4, x, {c, b}) == 0, "one without targets suits all")
assert(schedule([2,2], {a}) == 0, "nothing better")
n = 0
try
    i = schedule(4, x, {1, 2})
catch ex
    n = 1
endtry
assert(n == 1, "kernels are needed")
print "ok"
