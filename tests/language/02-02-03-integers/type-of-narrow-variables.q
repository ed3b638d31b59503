% manual: 2.2 2.2.3 type(x, "int8") of a variable that is declared with an integer type of a certain width
% expect: ok
a : int8 = -128
b : uint8'sat = 300
assert(type(a, "int8") && !type(a, "uint8") && type(a, "int"))
assert(type(b, "uint8") && b == 255)
function y = is_short(x : uint16)
    y = type(x, "uint16")
endfunction
assert(is_short(3))
function [] = __kernel__ k(y : vec, x : int16, pos : int)
    w : int8 = 5
    y[0] = type(x, "int16")
    y[1] = type(w, "int16")
    y[2] = type(w, "int8") ? 7 : 8
endfunction
y = zeros(3)
parallel_do(1, y, 4, k)
assert(sum(abs(y - [1, 0, 7])) == 0)
print "ok"
