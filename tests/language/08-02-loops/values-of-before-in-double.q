% proves: 8.2 what a loop computes and carries to the next iteration keeps double precision; a row shifted by a number
% expect: ok
n = 1000
a = zeros(n)
x = 0.0
for i=0..n-1
  a[i] = x - 16777216
  x = i + 16777216.0
endfor
assert(a[n-3] == 996 && a[n-2] == 997 && a[n-1] == 998)
for i=0..n-1
  a[i] = x
  x = 0.1*i
endfor
assert(x == 0.1*999)
x = 0.0
for i=0..n-1
  a[i] = (i*0.001 + 1e6) - x
  x = i*0.001 + 1e6
endfor
assert(abs(a[5] - 0.001) < 1e-6 && abs(a[999] - 0.001) < 1e-6)

% along the second dimension where the first has one element, inside of an expression, too
c = reshape((0..2047)*1.0, [1,16,128])
y = circshift(c, 3)
z = circshift(c, 3) + 0
assert(max(abs(y - z)) == 0 && z[0,3,0] == 0 && z[0,0,0] == 1664)
z[:,:,:] = circshift(c, 1) * 1
assert(z[0,1,5] == 5)
print "ok"
