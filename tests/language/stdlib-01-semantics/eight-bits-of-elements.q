% proves: 6 erosion and dilation of scalars and of bytes under elements of every kind are the minimum and maximum over their pixels
% expect: ok
import "immorphology.q"

function y = by_definition(x : mat, mask : mat, row : int, column : int)
  y = inf * ones(size(x))
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for a = 0..size(mask,0)-1
        for b = 0..size(mask,1)-1
          if mask[a,b] != 0 && m+a-row >= 0 && m+a-row < size(x,0) && n+b-column >= 0 && n+b-column < size(x,1)
            y[m,n] = min(y[m,n], x[m+a-row, n+b-column])
          endif
        endfor
      endfor
    endfor
  endfor
endfunction

function [] = test(mask : mat, center, name)
  for s = {[19,37], [5,3], [1,1], [40,2]}
    p = floor(256 * rand(s[0], s[1]))
    x = mat[uint8](s[0], s[1])
    x[:,:] = p
    wanted = by_definition(p, mask, center[0], center[1])
    assert(all(imerode(p, mask, center) == wanted), name, ": scalars")
    y = imerode(x, mask, center)
    assert(type(y, "mat[uint8]") && all(y == min(wanted, 255)), name, ": bytes")
    largest = -by_definition(-p, fliplr(flipud(mask)), size(mask,0) - 1 - center[0], size(mask,1) - 1 - center[1])
    assert(all(imdilate(p, mask, center) == largest), name, ": dilation of scalars")
    assert(all(imdilate(x, mask, center) == max(largest, 0)), name, ": dilation of bytes")
  endfor
endfunction

seed(5)
[q, p] = meshgrid(-5.0..5, -5.0..5)
test(ones(1,1), [0,0], "one pixel")
test(ones(5,5), [2,2], "box")
test(ones(7,4), [0,3], "box, its corner")
test(ones(9,1), [8,0], "column, its end")
test(ones(1,31), [0,6], "long row")
test(ones(28,3), [27,1], "long column")
test(p.^2 + q.^2 <= 25, [5,5], "disc")
test(p.^2 + q.^2 <= 25, [5,4], "disc beside its centre")
test((p .* q) == 0, [5,5], "cross")
test([[0,0,0],[0,1,1],[0,1,1]], [0,0], "box that does not cover its pixel")
test([[1,0,1],[0,1,0],[1,0,1]], [1,1], "corners")
test(rand(6,6) > 0.5, [2,3], "any pixels")
test([[1,1,0,1,1]], [0,1], "two runs")
test(ones(3,3), [-1,5], "centre outside")
x = ones(4,4)
y = imerode(x, ones(1,1))
y[0,0] = 7
assert(x[0,0] == 1, "the result is an image of its own")
% a NaN hides no other pixel
p = floor(256 * rand(12, 40))
q = copy(p)
q[5,17] = nan
p[5,17] = inf
for mask = {ones(3,3), ones(7,1), ones(9,11), [[0,1,0],[1,1,1],[0,1,0]]}
  assert(all(imerode(q, mask) == imerode(p, mask)) && all(imdilate(-q, mask) == imdilate(-p, mask)), "around a NaN")
endfor
colours = floor(256 * rand(9, 14, 3))
bytes = cube[uint8](9, 14, 3)
bytes[:,:,:] = colours
for mask = {ones(3,4), [[0,1,0],[1,1,1],[0,1,0]]}
  for c = 0..2
    assert(all(imerode(colours, mask)[:,:,c] == imerode(colours[:,:,c], mask)), "channels")
    assert(all(imdilate(bytes, mask)[:,:,c] == imdilate(colours[:,:,c], mask)), "channels of bytes")
  endfor
endfor
print "ok"
