% proves: STDLIB 6 imresize: nearest, bilinear, bicubic
% expect: ok
import "imresize.q"
assert(max(abs(imresize([0,1], [1,4], "bilinear") - [0,0.25,0.75,1])) < 1e-6)
x = mod(31.7 * reshape(0..98, [9,11]) + 3, 17)
methods = {"nearest", "bilinear", "bicubic"}
for k = 0..2
  assert(max(abs(imresize(x, 1, methods[k]) - x)) < 1e-5, methods[k])
  assert(max(abs(imresize(4 * ones(5,7), [13,3], methods[k]) - 4)) < 1e-5, methods[k])
  assert(all(size(imresize(x, 0.5, methods[k])) == [5,6]), methods[k])
  assert(all(size(imresize(zeros(4,4,3), [2,3], methods[k])) == [2,3,3]), methods[k])
  assert(all(size(imresize(x, 0.01, methods[k])) == [1,1]), methods[k])
endfor
y = imresize(x, [18,22], "nearest")
assert(y[0,0] == x[0,0] && y[1,1] == x[0,0] && y[17,21] == x[8,10] && y[6,9] == x[3,4])
% positions that fall on the edge between two pixels: 2k+1 times 2048 is a multiple of 2 * 3000
x = 1.0 * reshape(0..2047, [1,2048])
y = imresize(x, [1,3000], "nearest")
for k = 0..2999
  assert(y[0,k] == int((2*k + 1) * 2048 / 6000), "nearest")
endfor
c = rand(7,5,3)
for k = 0..2
  for channel = 0..2
    assert(max(abs(imresize(c, [4,9], methods[k])[:,:,channel] - imresize(c[:,:,channel], [4,9], methods[k]))) < 1e-6, methods[k])
    assert(max(abs(imresize(c, [12,3], methods[k])[:,:,channel] - imresize(c[:,:,channel], [12,3], methods[k]))) < 1e-6, methods[k])
  endfor
endfor
% a line stays a line under bicubic interpolation, away from the border
line = imresize(reshape(0.0..9.0, [1,10]), [1,20], "bicubic")
for k = 5..14
  assert(abs(line[0,k] - ((k + 0.5) / 2 - 0.5)) < 1e-5)
endfor
print "ok"
