% proves: 6 colours, sizes and histograms of images of integers are those of the same values as scalars
% expect: ok
import "colortransform.q"
import "imresize.q"
import "numeric.q"

function [] = close(name : string, y, wanted)
  assert(sum(abs(size(y,0..2) - size(wanted,0..2))) == 0, name, ": the size")
  assert(max(abs(y - wanted)) <= 2e-5 * max(abs(wanted)), name, ": the values")
endfunction

p = zeros(13, 70, 3)
for m = 0..12
  for n = 0..69
    for c = 0..2
      p[m,n,c] = mod(37*m + 53*n + 11*m*n + 91*c, 256)
    endfor
  endfor
endfor
p[0,0..3,:] = 0
p[1,0..3,:] = 255
p[2,0..3,1] = p[2,0..3,0]
x8 = cube[uint8](13, 70, 3)
x16 = cube[int16](13, 70, 3)
x8[:,:,:] = p
x16[:,:,:] = p
for x = {x8, x16}
  close("grey", rgb2gray(x), rgb2gray(p))
  close("xyz", rgb2xyz(x), rgb2xyz(p))
  close("lab", rgb2lab(x), rgb2lab(p))
  close("hsv", rgb2hsv(x), rgb2hsv(p))
  close("ycbcr", rgb2ycbcr(x), rgb2ycbcr(p))
  close("yuv", rgb2yuv(x, 255), rgb2yuv(p, 255))
  for method = {"nearest", "bilinear", "bicubic"}
    for s = {[26,140], [7,31], [20,33], [5,90]}
      close(method, imresize(x, s, method), imresize(p, s, method))
      close(method, imresize(x[:,:,1], s, method), imresize(p[:,:,1], s, method))
    endfor
  endfor
  assert(all(histogram(x, 256, 0, 256) == histogram(p, 256, 0, 256)), "histogram")
  assert(all(histogram(x, 7, 20, 200.5) == histogram(p, 7, 20, 200.5)), "histogram of a part")
endfor
assert(sum(histogram(p > 100, 2, 0, 1)) == numel(p), "logical values")
assert(all(imresize(x8, [13,70]) == p), "the same size")

% wrong images
for wrong = {{1,2}, complex(p, p), "text", 5}
  text = ""
  try
    rgb2hsv(wrong)
  catch e
    text = e.message
  endtry
  assert(text != "", "wrong images are errors")
endfor
print "ok"
