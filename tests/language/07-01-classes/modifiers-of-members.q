% manual: 2.2.3 2.4.1 7.1 the modifiers that a member is declared with hold for its elements too, on the host and in kernels
% expect: ok
type table : mutable class
    entries : vec'circular
    image : mat'mirror
    bytes : vec[uint8'sat]
    codes : vec[int8'unchecked]
    level : uint8'sat
    half : scalar'half
endtype
function y = table()
    y = table(entries:=[1.0,2.0,3.0], image:=[[1.0,2.0],[3.0,4.0]], bytes:=vec[uint8](2), codes:=vec[int8](2), level:=300, half:=0.1)
endfunction
t = table()
t.bytes[0] = 300
t.codes[0] = 200
assert(t.entries[-1] == 3 && t.image[-1,2] == 2, "outside")
assert(t.bytes[0] == 255 && t.codes[0] == -56 && t.level == 255, "elements")
function [] = __kernel__ k(t : ^table, y : vec, pos : int)
    t.bytes[1] = -5 + pos
    t.codes[1] = 130
    y[0] = t.entries[-1 - pos] + 10 * t.entries[4]
    y[1] = t.image[-1,2] + 10 * t.image[3,-2]
    y[2] = t.codes[1]
    y[3] = t.half * 1000
endfunction
y = zeros(4)
parallel_do(1, t, y, k)
assert(max(abs(y - [23, 22, -126, 99.975586])) < 1e-3, "in a kernel")
assert(t.bytes[1] == 0, "a store of a kernel")
function y = f(t : ^table)
    y = zeros(6)
    for n=0..5
        y[n] = t.entries[n - 2]
    endfor
endfunction
assert(sum(abs(f(t) - [2, 3, 1, 2, 3, 1])) == 0, "in a loop")
print "ok"
