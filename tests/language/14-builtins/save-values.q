% proves: 14.2 save and load keep values of every kind
% expect: ok
import "inttypes.q"

function [] = check(x, what)
    save("v.qdat", x)
    y = load("v.qdat")
    assert(type(y) == type(x), what, " has type ", type(y), ", not ", type(x))
    assert(sprintf("%s", y) == sprintf("%s", x), what, ": ", y, " is not ", x)
end

type color : enum
    red
    green = 7
end

check(3, "integer")
check(-9007199254740993, "large integer")
check(2.5, "scalar")
check(inf, "inf")
check(nan, "nan")
check(true, "logical value")
check(complex(1,-2), "complex")
check("", "empty string")
check("grün\n", "string")
check([1,2,3], "vector")
check([[1,2],[3,4]], "matrix")
check(reshape(0..23,[2,3,4]), "cube")
check(zeros(2,1,3,2), "four dimensions")
check(zeros(0,3), "no rows")
check([], "empty")
save("v.qdat", 1..2..9)
assert(load("v.qdat") == [1,3,5,7,9], "range")
check(complex([1,2],[3,4]), "complex array")
check([1.5,2.5] > 2, "logical array")
check({}, "empty cell")
check({1,"a",{[1,2],{}}}, "cell")
check(cell(2,3), "unset cell")
check(nullptr, "nullptr")
check(color.green, "enumeration")
check(mat[uint8](2,2) + 200, "bytes")
check(scalar_to_half([1,2]), "half")

% several values, fewer wanted
save("v.qdat", 1, "two", [3,3])
[a, b, c] = load("v.qdat")
assert(a == 1 && b == "two" && c[1] == 3, "several")
[a, b] = load("v.qdat")
assert(b == "two", "fewer")

% -0 and the bits of doubles
x = 1/3
save("v.qdat", -0.0, x)
[z, y] = load("v.qdat")
assert(1/z < 0 && y == x, "bits")
print "ok"
