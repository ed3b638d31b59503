% proves: 14, 17.2.5 schedule returns the index of the kernel
% expect: ok
function [] = __kernel__ g(x : vec, pos : int)
    {!kernel name="g"; target="gpu"}
    x[pos] = 1
endfunction
function [] = __kernel__ c(x : vec, pos : int)
    {!kernel name="c"; target="cpu"}
    x[pos] = 2
endfunction
x = zeros(4)
i = schedule(4, x, {g, c})
assert(i == 0 || i == 1, "index")
match i with
| 0 -> parallel_do(4, x, g)
| 1 -> parallel_do(4, x, c)
endmatch
assert(sum(x) == 4 || sum(x) == 8, "one of them ran")
print "ok"
