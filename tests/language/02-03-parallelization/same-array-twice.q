% proves: ARCHITECTURE "Coherence": the arguments of a launch may be the same array
% expect: ok
function [] = __kernel__ add(x : vec, y : vec, pos : int)
    y[pos] = x[pos] + y[pos]
endfunction
x = ones(100000)
parallel_do(100000, x, x, add)
assert(sum(x) == 200000, "x + x")
function [] = f(a, b)
    for i=0..99999
        a[i] = b[i] + 1
    endfor
endfunction
f(x, x)
assert(sum(x) == 300000, "in a loop")
print "ok"
