% proves: STDLIB 2 psnr of every kind of elements: 10 log10 (peak^2 / mean ((a-b)^2))
% expect: ok
seed(2)
x = floor(200 * rand(37, 61))
z = x + floor(3 * rand(37, 61))
a = mat[uint8](37, 61)
b = mat[uint8](37, 61)
a[:,:] = x
b[:,:] = z
d = mat[scalar'double](37, 61)
d[:,:] = x
wanted = 10 * log10(255^2 / mean((x - z).^2))
for pair = {{x,z}, {z,x}, {a,b}, {b,a}, {a,z}, {x,b}, {d,z}, {complex(x,x), complex(z,x)}}
  assert(abs(psnr(pair[0], pair[1], 255) - wanted) < 1e-4, "the value")
endfor
assert(psnr(x, x) == inf && psnr(a, a, 255) == inf, "equal arrays")
assert(abs(psnr([1,2,4], [2,4,8]) - 10 * log10(1 / 7)) < 1e-5, "short arrays, peak 1")
found = false
try
  psnr(x, z[0..3,:])
catch e
  found = true
endtry
assert(found, "other sizes")
print "ok"
