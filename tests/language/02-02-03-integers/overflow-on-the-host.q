% proves: 2.2.3 'checked, 'sat and 'unchecked on stores into arrays of every integer type
% expect: ok
function r = fails(f)
    r = 0
    try
        f()
    catch ex
        r = 1
    endtry
endfunction
type s8 : vec[int8'sat]
type su8 : vec[uint8'sat]
type s16 : vec[int16'sat]
type su16 : vec[uint16'sat]
type s32 : vec[int32'sat]
type su32 : vec[uint32'sat]
a = s8(2)
a[0] = 300
a[1] = -300
assert(a[0] == 127 && a[1] == -128)
b = su8(2)
b[0] = 300
b[1] = -300
assert(b[0] == 255 && b[1] == 0)
c = s16(2)
c[0] = 1e6
c[1] = -1e6
assert(c[0] == 32767 && c[1] == -32768)
d = su16(2)
d[0] = 1e6
d[1] = -5
assert(d[0] == 65535 && d[1] == 0)
e = s32(2)
e[0] = 1e12
e[1] = -1e12
assert(e[0] == 2147483647 && e[1] == -2147483648)
f = su32(2)
f[0] = 1e12
f[1] = -1
assert(f[0] == 4294967295 && f[1] == 0)
type w8 : vec[int8'unchecked]
type wu8 : vec[uint8'unchecked]
type w16 : vec[int16'unchecked]
type wu16 : vec[uint16'unchecked]
type w32 : vec[int32'unchecked]
type wu32 : vec[uint32'unchecked]
g = w8(2)
g[0] = 200
g[1] = -129
assert(g[0] == -56 && g[1] == 127)
h = wu8(2)
h[0] = 257
h[1] = -1
assert(h[0] == 1 && h[1] == 255)
k = w16(1)
k[0] = 40000
assert(k[0] == -25536)
l = wu16(1)
l[0] = 65537
assert(l[0] == 1)
m = w32(1)
m[0] = 2^31
assert(m[0] == -2147483648)
n = wu32(1)
n[0] = 2^32 + 5
assert(n[0] == 5)
o = vec[int8](1)
assert(fails(() -> o[0] = 128) == 1 && o[0] == 0)
assert(fails(() -> o[0] = -129) == 1)
assert(fails(() -> o[0] = -128) == 0 && o[0] == -128)
p = vec[uint8](1)
assert(fails(() -> p[0] = 256) == 1 && fails(() -> p[0] = -1) == 1 && fails(() -> p[0] = 255) == 0)
q = vec[int16](1)
assert(fails(() -> q[0] = 32768) == 1 && fails(() -> q[0] = -32769) == 1 && fails(() -> q[0] = 32767) == 0)
r = vec[uint16](1)
assert(fails(() -> r[0] = 65536) == 1 && fails(() -> r[0] = 65535) == 0)
s = vec[int32](1)
assert(fails(() -> s[0] = 2147483648) == 1 && fails(() -> s[0] = 2147483647) == 0)
t = vec[uint32](1)
assert(fails(() -> t[0] = 4294967296) == 1 && fails(() -> t[0] = -1) == 1 && fails(() -> t[0] = 4294967295) == 0)
u = vec[uint64](1)
assert(fails(() -> u[0] = -1) == 1)
u[0] = 2^53
assert(u[0] == 2^53)
v = vec[int64](1)
v[0] = 2^53
assert(v[0] == 2^53)
v[0] = -(2^62)
assert(v[0] == -(2^62))
print "ok"
