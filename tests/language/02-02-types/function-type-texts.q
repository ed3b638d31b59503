% proves: 2.2 lambda expressions with explicit types
% expect: ok
f : [int -> int] = x -> x + 1
assert(f(2) == 3)
g : [(mat, scalar) -> (mat, mat)] = (A, s) -> {A * s, A + s}
[p, q] = g(eye(2), 3.0)
assert(p[0,0] == 3 && q[0,1] == 3)
h : [int -> int -> int] = x -> y -> x - y
assert(h(5)(3) == 2)
function y = total(...args : vec[scalar])
    y = 0.0
    for i = 0..numel(args)-1
        y += args[i]
    endfor
endfunction
k : [...scalar -> scalar] = total
assert(k(1,2,3) == 6)
print "ok"
