% proves: 3.3 arrays of fixed size are passed by reference
% expect: ok
function [] = set(x : vec(3))
    x[1] = 7.0
endfunction
v = zeros(3)
set(v)
assert(v[1] == 7)
function [] = setm(x : mat(2,2))
    x[1,1] = 9.0
endfunction
m = zeros(2,2)
setm(m)
assert(m[1,1] == 9)
print "ok"
