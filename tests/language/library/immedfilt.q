% proves: STDLIB 6 immedfilt: exact median of the window, mirrored border
% expect: ok
import "immedfilt.q"

function y = reference(x, r)
  y = zeros(size(x))
  n = (2*r+1)*(2*r+1)
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      w = zeros(n)
      k = 0
      for a = -r..r
        for b = -r..r
          w[k] = x[mirror_ext(i+a, size(x,0)), mirror_ext(j+b, size(x,1))]
          k += 1
        endfor
      endfor
      s = sort(w)
      y[i,j] = s[int((n-1)/2)]
    endfor
  endfor
endfunction

x = mod(31.7 * reshape(0..98, [9,11]) + 3, 17)
for r = 0..4
  assert(all(immedfilt(x, r) == reference(x, r)), "radius ", r)
endfor
assert(all(immedfilt(7 * ones(5,4), 2) == 7 * ones(5,4)))
outlier = ones(5,5)
outlier[2,2] = 1000
assert(max(immedfilt(outlier, 1)) == 1)
assert(all(immedfilt([[3.0]], 2) == [[3.0]]))
% commutes with a monotone map
assert(all(immedfilt(2 * x + 1, 2) == 2 * immedfilt(x, 2) + 1))
c = zeros(9,11,2)
c[:,:,1] = x
assert(max(abs(immedfilt(c, 1)[:,:,1] - immedfilt(x, 1))) == 0)
% any size of window against sorting, with equal, infinite and widely spread values
function y = by_sorting(x : mat'mirror, r : int)
  y = zeros(size(x))
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      y[m,n] = median(reshape(x[m-r..m+r, n-r..n+r], [1,(2*r+1)*(2*r+1)]))[0]
    endfor
  endfor
endfunction
seed(4)
images = {rand(9,13), floor(3*rand(8,7)), 10.^(30*rand(6,11) - 15), rand(1,1), rand(2,3)}
for k = 0..numel(images)-1
  for r = 0..4
    assert(sum(abs(immedfilt(images[k], r) - by_sorting(images[k], r))) == 0, "radius ", r)
  endfor
endfor
w = rand(7,8)
w[2..4,3..6] = inf
w[0..1,0..2] = -inf
for r = 1..4
  assert(all(immedfilt(w, r) == by_sorting(w, r)), "infinite values, radius ", r)
endfor
c = rand(6,7,3)
for r = 1..3
  y = immedfilt(c, r)
  for k = 0..2
    assert(sum(abs(y[:,:,k] - immedfilt(c[:,:,k], r))) == 0, "channels")
  endfor
endfor
for r = 1..3
  x = ones(12,13) * 5
  x[4,4] = nan
  y = immedfilt(x, r)
  assert(sum(isnan(y)) == (2*r+1)^2 && isnan(y[4,4+r]) && y[4,5+r] == 5, "NaN, radius ", r)
endfor
print "ok"
