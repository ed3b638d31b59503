% proves: 8.4 with exact mathematics sums and scalar products of short vectors in kernels round once, like those of the interpreter
% options: --set COMPILER_EXACT_MATH=true
% expect: ok
function [] = __kernel__ k(x : vec, d : vec, s : vec, pos : int)
    v = x[pos]
    d[pos] = dotprod([v, 0.125, v], [v, v, 0.5])
    s[pos] = sum([v * v, 0.125 * v, 0.5 * v])
endfunction
x = [60780.56640625, 10902.5185546875]
d = zeros(2)
s = zeros(2)
parallel_do(2, x, d, s, k)
assert(d[0] == 3694315264 && d[1] == 118871728)
assert(s[0] == d[0] && s[1] == d[1])
print "ok"
