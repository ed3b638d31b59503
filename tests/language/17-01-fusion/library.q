% proves: 17.1.6 launches of the library's functions join those of the program
% expect: ok
import "colortransform.q"
function [y, h] = f(rgb : cube)
    {!kernel_fusion strategy="smart"}
    h = rgb2hsv(rgb)
    g = rgb2gray(rgb)
    t = g .* 2
    y = t - rgb2gray(hsv2rgb(h))
endfunction
rgb = mod(reshape(0..(60*40*3-1), [60,40,3]), 251)
[y, h] = f(rgb)
assert(max(abs(y - rgb2gray(rgb))) < 0.01 && max(abs(h - rgb2hsv(rgb))) < 1e-4)
print "ok"
