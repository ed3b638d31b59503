% proves: 4.9.1 a derivative by reductions, of a function whose argument has no type until it is called
% expect: ok
reduction (x : scalar, a : scalar) -> d(a, x) = 0
reduction (x : scalar, a : int) -> d(x^a, x) = a*x^(a-1)
reduction (x, y, z : scalar) -> d(x + y, z) = d(x, z) + d(y, z)
reduction (x, y, z : scalar) -> d(x * y, z) = d(x, z)*y + x*d(y, z)
reduction (x, y : scalar) -> d(cos(x), y) = -sin(x)*d(x, y)
f = t -> d(cos(t^3) + 7, t)
g = (t : scalar) -> d(t^2*cos(t^3), t)
for v=[0.25, 0.5, 1.5]
    assert(abs(f(v) + sin(v^3)*3*v^2) < 1e-6, "cosine")
    assert(abs(g(v) - (2*v*cos(v^3) - v^2*sin(v^3)*3*v^2)) < 1e-5, "product")
endfor
message = ""
try
    f("text")
catch ex
    message = "caught"
endtry
assert(message == "caught")
print "ok"
