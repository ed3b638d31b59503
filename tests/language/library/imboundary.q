% proves: STDLIB 4 imboundary: extend, crop
% expect: ok
import "imboundary.q"
x = reshape(1.0..12.0, [3,4])
names = {"mirror", "circular", "clamped", "zeros"}
for k = 0..3
  y = extend(x, [2,3], names[k])
  assert(all(size(y) == [7,10]))
  assert(all(crop(y, [2,3]) == x))
  assert(all(crop(extend(x, [9,13], names[k]), [9,13]) == x))
endfor
assert(all(extend([1,2,3], [0,2], "mirror") == [2,1,1,2,3,3,2]))
assert(all(extend([1,2,3], [0,2], "circular") == [2,3,1,2,3,1,2]))
assert(all(extend([1,2,3], [0,2], "clamped") == [1,1,1,2,3,3,3]))
assert(all(extend([1,2,3], [0,2], "zeros") == [0,0,1,2,3,0,0]))
c = zeros(2,2,3)
c[:,:,1] = [[1,2],[3,4]]
d = extend(c, [1,1], "clamped")
assert(all(size(d) == [4,4,3]))
assert(d[0,0,1] == 1 && d[3,3,1] == 4 && d[0,0,0] == 0)
assert(all(crop(d, [1,1]) == c))
print "ok"
