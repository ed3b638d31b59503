% proves: 6 images of 8 bits stay images of 8 bits under filters that choose pixels, with the values of scalars; other integers become scalars
% expect: ok
import "immorphology.q"
import "immedfilt.q"
import "imboundary.q"

function [] = same(name : string, y, wanted)
  assert(type(y, "cube[uint8]") && !type(y, "cube[bool]"), name, ": the type")
  assert(sum(abs(size(y,0..2) - size(wanted,0..2))) == 0, name, ": the size")
  assert(max(abs(y - wanted)) == 0, name, ": the values")
endfunction

sizes = {[9,11,3], [33,70,1]}
cross = [[0,1,0],[1,1,1],[0,1,1]]
for k = 0..numel(sizes)-1
  h = sizes[k][0]
  w = sizes[k][1]
  channels = sizes[k][2]
  p = channels > 1 ? zeros(h, w, channels) : zeros(h, w)
  for m = 0..h-1
    for n = 0..w-1
      for c = 0..channels-1
        p[m,n,c] = mod(37*m + 53*n + 11*m*n + 91*c, 256)
      endfor
    endfor
  endfor
  x = reshape(cube[uint8](size(p)), size(p))
  if channels > 1
    x[:,:,:] = p
  else
    x[:,:] = p
  endif
  same("median", immedfilt(x, 1), immedfilt(p, 1))
  same("margin", extend(x, [3,2], "mirror"), extend(p, [3,2], "mirror"))
  assert(max(abs(crop(extend(x, [2,3]), [2,3]) - p)) == 0, "round trip")
endfor

same("median of 25", immedfilt(x, 2), immedfilt(p, 2))
same("median of 49", immedfilt(x, 3), immedfilt(p, 3))
same("erosion by a box", imerode(x, ones(3,5)), imerode(p, ones(3,5)))
same("dilation by a box", imdilate(x, ones(5,3)), imdilate(p, ones(5,3)))
same("erosion by a cross", imerode(x, cross), imerode(p, cross))
same("dilation by a cross", imdilate(x, cross), imdilate(p, cross))
same("margin of zeros", extend(x, [3,2], "zeros"), extend(p, [3,2], "zeros"))

assert(max(immedfilt(p > 100, 1) - immedfilt(float(p > 100), 1)) == 0, "logical values")
y = imdilate([[1,2],[3,4]], ones(3,3))
y[0,0] = 0.5
assert(y[0,0] == 0.5, "other integers become scalars")
print "ok"
