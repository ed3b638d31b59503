% proves: 2.2.5 ind2pos and positions of any number of dimensions
% expect: ok
function y:'unchecked = multidim_subsampling(x : cube{:}, factor : int)
    y = uninit(int(size(x)/factor))

    {!parallel for}
    for i = 0..numel(y)-1
        p = ind2pos(size(y), i)
        y[p] = x[p*factor]
    endfor
endfunction
x = zeros(4,6,8,2)
for i = 0..numel(x)-1
    x[ind2pos(size(x), i)] = i
endfor
y = multidim_subsampling(x, 2)
assert(ndims(y) <= 4 && size(y,0) == 2 && size(y,1) == 3 && size(y,2) == 4 && size(y,3) == 1)
for a = 0..1
    for b = 0..2
        for c = 0..3
            assert(y[a,b,c,0] == ((2*a*6 + 2*b)*8 + 2*c)*2)
        endfor
    endfor
endfor
m = multidim_subsampling(ones(6,8), 2)
assert(size(m,0) == 3 && size(m,1) == 4)
assert(pos2ind([3,4,5], [1,2,3]) == (1*4+2)*5+3)
print "ok"
