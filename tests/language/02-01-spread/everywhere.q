% proves: 2.1 (19) ... in indices, calls, vector and cell literals, assignments
% expect: ok
im = zeros(4,4,4,2)
pos = [0,1,2]
im[0,1,2,0] = 5
assert(im[...pos, 0] == 5, "index")
im[...pos, 1] = 7
im[...pos, 1] += 1
assert(im[0,1,2,1] == 8, "target")
luminance = (R,G,B) -> 0.2126 * R + 0.7152 * G + 0.0722 * B
c = [128, 42, 96]
assert(abs(luminance(...c) - 64.1824) < 1e-3, "lambda")
w = [...c, 4, ...pos]
assert(numel(w) == 7 && w[3] == 4 && w[6] == 2, "vector literal")
m = [[...pos],[...c]]
assert(size(m,0) == 2 && m[1,0] == 128, "matrix literal")
d = {...{1, "two"}, 3}
assert(numel(d) == 3 && d[1] == "two", "cell literal")
x = zeros(...[2,3])
assert(size(x,1) == 3 && max(...[3,9]) == 9, "built-in functions")
f = (...args) -> numel(args)
assert(f(...c, 1, ...d) == 7, "variadic")
[h, k] = [...size(x)]
assert(h == 2 && k == 3, "several variables")
print "ok"
