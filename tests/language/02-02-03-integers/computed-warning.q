% proves: LANGUAGE.md, integer variables: a scalar that an integer variable truncates gives a warning, a rounded one none
% expect: ok
%! 6: `n` is an integer, so that this value loses its fraction
n = numel([1,2,3])
h = 0.5
n = n * h
m = numel([1,2,3])
m = floor(m * h)
m /= 2
s = 0
s = s + 1
assert(n == 1 && m == 0 && s == 1)
print "ok"
