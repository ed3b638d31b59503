% proves: 2.2.2 scalar'half, 'single and 'double
% expect: ok
h = vec[scalar'half](2)
h[0] = 2049
h[1] = 0.1
assert(h[0] == 2048, "2^11+1 is not exact in half precision")
assert(h[1] != 0.1 && abs(h[1] - 0.1) < 1e-4)
s = vec[scalar'single](1)
s[0] = 16777217
assert(s[0] == 16777216)
d = vec[scalar'double](1)
d[0] = 16777217
assert(d[0] == 16777217)
d[0] = 0.1
assert(d[0] == 0.1)
x : scalar'half = 0.1
assert(abs(x - 0.0999755859375) < 1e-12)
y : scalar'single = 0.1
assert(y != 0.1 && abs(y - 0.1) < 1e-8)
z : scalar'double = 0.1
assert(z == 0.1)
function r : scalar'double = sum_double(v : vec[scalar'double])
    r = 0.0
    for i = 0..numel(v)-1
        r += v[i]
    endfor
endfunction
w = vec[scalar'double](3)
w[0] = 1e10
w[1] = 1
w[2] = -1e10
assert(sum_double(w) == 1, "double precision inside a loop")
print "ok"
