% proves: 3.11 scalars by value, arrays by reference
% expect: ok
function [] = change(x : scalar)
    x = 5
endfunction
a = 1.0
change(a)
assert(a == 1)
function [] = change_vec(x : vec)
    x[0] = 5
endfunction
v = [1.0,2.0]
change_vec(v)
assert(v[0] == 5)
function [] = replace(x : vec)
    x = [7.0,8.0]
endfunction
replace(v)
assert(v[0] == 5)
function [] = untyped(x)
    x[1] = 6
endfunction
untyped(v)
assert(v[1] == 6)
c = {1, "a"}
function [] = change_cell(x)
    x[0] = 2
endfunction
change_cell(c)
assert(c[0] == 2)
function [] = change_c(z : cscalar)
    z = 1i
endfunction
w = 2+2i
change_c(w)
assert(real(w) == 2)
function [] = __kernel__ k(x : vec, s : scalar, pos : int)
    x[pos] = s
    s = 7
endfunction
s = 3.0
parallel_do(2, v, s, k)
assert(v[0] == 3 && v[1] == 3 && s == 3)
print "ok"
