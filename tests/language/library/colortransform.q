% proves: STDLIB 6 colortransform: values of known colours, round trips
% expect: ok
import "colortransform.q"
function x = colour(r, g, b)
  x = zeros(1,1,3)
  x[0,0,0] = r
  x[0,0,1] = g
  x[0,0,2] = b
endfunction
function [] = near(x, a, b, c, tolerance)
  assert(abs(x[0,0,0] - a) < tolerance && abs(x[0,0,1] - b) < tolerance && abs(x[0,0,2] - c) < tolerance, x)
endfunction
white = colour(255, 255, 255)
red = colour(255, 0, 0)
near(rgb2lab(white), 100, 0, 0, 1e-2)
near(rgb2lab(red), 53.24, 80.09, 67.20, 1e-2)
near(rgb2lab(red / 255, 1.0), 53.24, 80.09, 67.20, 1e-2)
near(rgb2xyz(white), 0.9505, 1, 1.0888, 1e-3)
near(rgb2hsv(red), 0, 1, 255, 1e-4)
near(rgb2hsv(colour(0, 128, 255)), 209.8824, 1, 255, 1e-3)
near(rgb2hsv(colour(7, 7, 7)), 0, 0, 7, 1e-6)
near(rgb2ycbcr(colour(90, 90, 90)), 90, 127.5, 127.5, 1e-3)
near(rgb2yuv(colour(90, 90, 90)), 90, 0, 0, 1e-3)
assert(abs(rgb2gray(colour(10, 20, 30))[0,0] - 18.15) < 1e-4)

x = zeros(6,5,3)
for k = 0..numel(x)-1
  x[int(k/15), mod(int(k/3), 5), mod(k, 3)] = mod(37 * k + 11, 256)
endfor
assert(max(abs(lab2rgb(rgb2lab(x)) - x)) < 0.02)
assert(max(abs(xyz2rgb(rgb2xyz(x)) - x)) < 0.02)
assert(max(abs(hsv2rgb(rgb2hsv(x)) - x)) < 1e-3)
assert(max(abs(ycbcr2rgb(rgb2ycbcr(x)) - x)) < 1e-3)
assert(max(abs(yuv2rgb(rgb2yuv(x)) - x)) < 1e-3)
assert(max(abs(rgb2gray(x) - rgb2ycbcr(x)[:,:,0])) < 1e-4)
print "ok"
