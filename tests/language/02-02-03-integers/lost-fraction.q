% proves: 3.2, LANGUAGE.md Arrays: a literal without decimal points holds integers, and check warns of a fraction stored into it
% expect: ok
%! 6: `x` holds integers.*0.5 is stored as 0
%! 15: `m` holds integers.*-2.5 is stored as -2
x = [1,2,3]
x[0] = 0.5
x[2] = 0.25
assert(x[0] == 0 && x[2] == 0)
y = [1,2,3]
y[1] = 7.0
y[2] = y[0]/4
z = [1,2.0,3]
z[0] = 0.5
m = [[1,-2],[3,4]]
m[0,1] = -2.5
assert(m[0,1] == -2 && z[0] == 0.5 && y[1] == 7 && y[2] == 0)
c = [1,2,3]
c = c * 0.5
c[0] = 0.25
assert(c[0] == 0.25)
function [] = fill(v : vec[int])
  v[0] = 2.5
endfunction
v = vec[int](2)
v[0] = 1.5
fill(v)
assert(v[0] == 2)
print "ok"
