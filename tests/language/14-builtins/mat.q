% proves: save and load of MATLAB files keep values
% expect: ok
o = object()
o.a = [[1,2,3],[4,5,6.5]]
o.n = 3
o.s = 1/3
o.t = "grün"
o.e = ""
o.c = {1,"two",[1,2]}
o.cc = cell(2,2)
o.cc[0,1] = 7
o.cube = reshape(0..23,[2,3,4])
o.z = complex([1,2],[3,4])
o.z1 = complex(1,-2)
o.l = [1.0,2.0] > 1.5
o.u = mat[uint8](2,2) + 200
o.inner = object()
o.inner.x = 1
o.col = ones(3,1)
o.none = zeros(0,3)
save("t.mat", o)
r = load("t.mat")
assert(sum(abs(r.a - o.a)) == 0 && r.n == 3 && type(r.n) == "int" && r.s == 1/3, "numbers")
assert(r.t == "grün" && r.e == "", "text")
assert(r.c[1] == "two" && r.c[2][1] == 2 && r.cc[0,1] == 7 && size(r.cc) == [2,2], "cells")
assert(sum(abs(r.cube - o.cube)) == 0 && size(r.cube) == [2,3,4], "cube")
assert(r.z[1] == complex(2,4) && r.z1 == complex(1,-2), "complex")
assert(r.l[1] && !r.l[0] && type(r.l) == type(o.l) && type(r.u) == type(o.u), "types")
assert(r.inner.x == 1 && size(r.col) == [3,1] && size(r.none) == [0,3], "structure, sizes")

save("two.mat", 1, [1,2])
[x,y] = load("two.mat")
assert(x == 1 && y[1] == 2 && load("two.mat").value2[0] == 1, "several values")

speed = 4
names = "text"
value2 = 5
ü = 6
save("names.mat", speed, names, value2, speed, speed + 1, ü)
n = load("names.mat")
assert(n.speed == 4 && n.names == "text" && n.value3 == 5 && n.value4 == 4 && n.value5 == 5 && n.value6 == 6, "names")
function [] = keep(file, local)
    save(file, local)
end
keep("local.mat", 7)
assert(load("local.mat").local == 7, "of a parameter")
f = save
f("called.mat", speed)
assert(load("called.mat").value1 == 4, "not called by its name")

function [text] = failure(f)
    text = ""
    try
        f()
    catch ex
        text = sprintf("%s", ex)
    end
end
m = failure(() -> save("two.mat", x -> x))
assert(m == sprintf("save: can't write %stwo.mat%s: a function lambda can't be saved", toascii([34]), toascii([34])), m)
assert(load("two.mat").value1 == 1, "the old file")
o.self = o
m = failure(() -> save("two.mat", o))
assert(numel(fromunicode(m)) > 60, m)
print "ok"
