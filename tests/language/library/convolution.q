% proves: the message on conv2 gives what conv2(x, k, "same") does, of masks of an even and an odd number of elements
% expect: ok
import "imfilter.q"
function y = same(x, mask)
  y = imfilter(x, fliplr(flipud(mask)), floor((size(mask)-1)/2), "zeros")
endfunction
v = [1,2,5,4,7.0]
assert(max(abs(same(v, [1,2.0]) - [4,9,14,15,14])) < 1e-4)
assert(max(abs(same(v, [1,2,4.0]) - [4,13,22,35,30])) < 1e-4)
y = same([[1,2,3,4],[5,6,7,9.0]], [[1,2],[3,4.0]])
assert(max(abs(y[0,:] - [26,36,47,34])) < 1e-4)
print "ok"
