% proves: STDLIB 6 immorphology: erosion, dilation, opening, closing
% expect: ok
import "immorphology.q"

function y = reference(x, mask, row, column)
  y = inf * ones(size(x))
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      for a = 0..size(mask,0)-1
        for b = 0..size(mask,1)-1
          p = i + a - row
          q = j + b - column
          if mask[a,b] != 0 && p >= 0 && p < size(x,0) && q >= 0 && q < size(x,1)
            y[i,j] = min(y[i,j], x[p,q])
          endif
        endfor
      endfor
    endfor
  endfor
endfunction

x = mod(31.7 * reshape(0..98, [9,11]) + 3, 17)
masks = {[[1.0]], ones(3,3), ones(2,4), [[0.0,1,0],[1,1,1],[0,1,0]], [[1.0,0,0,1]], [[1.0],[0],[1]]}
for k = 0..numel(masks)-1
  mask = masks[k]
  c = int(floor(size(mask)/2))
  e = imerode(x, mask)
  assert(all(e == reference(x, mask, c[0], c[1])), "erosion ", k)
  d = imdilate(x, mask)
  o = imopen(x, mask)
  l = imclose(x, mask)
  assert(all(e <= x || mask[c[0],c[1]] == 0), k)
  assert(all(o <= x) && all(x <= l), "order ", k)
  assert(all(imopen(o, mask) == o) && all(imclose(l, mask) == l), "twice ", k)
endfor
assert(all(imerode(x, [[1]], [0,0]) == x))
assert(all(imdilate([0,0,1,0,0], [1,1,0]) == [0,1,1,0,0]))
assert(all(imdilate([0,0,1,0,0], [1,0,0], [0,1])[0,0..3] == [0,1,0,0]))
c3 = zeros(9,11,3)
c3[:,:,1] = x
assert(max(abs(imerode(c3, ones(3,3))[:,:,1] - imerode(x, ones(3,3)))) == 0)
print "ok"
