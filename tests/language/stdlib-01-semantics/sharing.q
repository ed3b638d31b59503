% proves: STDLIB 1.3 assignment shares arrays, arithmetic makes new ones, elements are seen by both
% expect: ok
x = zeros(3)
y = x
y[1] = 5
assert(x[1] == 5, "shared")
y = y + 1
assert(x[1] == 5 && y[1] == 6, "a new array")
z = copy(x)
z[0] = 9
assert(x[0] == 0, "copy")
function [] = change(a)
    a[2] = 4
    a = zeros(3)
endfunction
change(x)
assert(x[2] == 4, "an element assignment is visible to the caller, a new value is not")
s = x[0..1]
s[0] = 77
assert(x[0] == 0, "a slice is a new array")
print "ok"
