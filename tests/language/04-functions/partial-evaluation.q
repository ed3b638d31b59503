% proves: 4.10 partial evaluation with placeholders
% expect: ok
f = (x,y) -> 10*x + y
g = f(_, 3)
h = f(4, _)
assert(g(1) == 13 && h(2) == 42, "either argument is left open")
function y = scale(a, x, b = 1)
    y = a*x + b
endfunction
twice = scale(2, _)
assert(twice(5) == 11, "of a function with a default")
print "ok"
