% proves: STDLIB: importing all modules together raises no clash; a program's own function comes first
% expect: ok
import "system.q"
import "inttypes.q"
import "floattypes.q"
import "imfilter.q"
import "imboundary.q"
import "linalg.q"
import "numeric.q"
import "immedfilt.q"
import "imresize.q"
import "colortransform.q"
import "immorphology.q"
import "imsegment.q"
import "dwt.q"
import "dtcwt.q"
import "multirestransforms.q"
import "parallelblocks.q"
import "colored_noise.q"
function y = imresize(x, s)
  y = 42
endfunction
assert(imresize(ones(2,2), 2) == 42)
assert(max(abs(imfilter(ones(3,3), ones(3,3)/9) - 1)) < 1e-6)
print "ok"
