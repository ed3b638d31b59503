% manual: 14 functions whose values are no whole numbers give scalars for integers too
% expect: ok
a = atan2(1, 1)
assert(abs(a - pi/4) < 1e-6, "atan2")
h = hypot(1, 1)
assert(abs(h - sqrt(2)) < 1e-6, "hypot")
p = pow(2, -1)
assert(p == 0.5, "pow")
g = angle(-1)
assert(abs(g - pi) < 1e-6, "angle")
c = clamp(3, 2.5)
assert(c == 2.5, "clamp to a limit that is no integer")
a = 0.25
assert(a == 0.25, "the variable is a scalar")
assert(atan2(1,1) > 0.785 && atan2(1,1) < 0.786, "no integer lies between, a number does")
x = zeros(4)
for i=0..3
    t = atan2(i, 2)
    x[i] = t + pow(i + 1, -2)
endfor
for i=0..3
    assert(abs(x[i] - (atan2(1.0*i, 2.0) + 1.0/(i + 1)^2)) < 1e-5, "in loops")
endfor
function [] = __kernel__ turn(y : vec, pos : int)
    t = hypot(pos, 1)
    y[pos] = t
endfunction
parallel_do(4, x, turn)
assert(abs(x[1] - sqrt(2)) < 1e-5 && abs(x[3] - sqrt(10)) < 1e-5, "in kernels")
print "ok"
