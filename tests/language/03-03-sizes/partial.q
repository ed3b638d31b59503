% proves: 3.3 partially known sizes; the type of a slice over the third dimension
% expect: ok
img : cube(:,:,3) = zeros(4,5,3)
img[1,2,:] = [1,2,3]
v = img[1,2,:]
assert(numel(v) == 3 && sum(v) == 6)
function y : scalar = norm3(x : vec3)
    y = sum(x)
endfunction
assert(norm3(img[1,2,:]) == 6)
out = zeros(4,5)
for m = 0..3
    for n = 0..4
        out[m,n] = norm3(img[m,n,:])
    endfor
endfor
assert(sum(out) == 6)
print "ok"
