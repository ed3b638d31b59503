% proves: 2.2.5 arrays of up to 16 dimensions
% expect: ok
type c16 : cube{16}
x = zeros(1,2,1,2,1,2,1,2,1,1,1,1,1,1,1,2)
assert(ndims(x) == 16 && numel(x) == 32)
x[0,1,0,1,0,1,0,1,0,0,0,0,0,0,0,1] = 5
assert(sum(x) == 5)
assert(x[0,1,0,1,0,1,0,1,0,0,0,0,0,0,0,1] == 5)
p = ind2pos(size(x), numel(x)-1)
assert(x[p] == 5)
y = x[0,1,0,:,0,1,0,1,0,0,0,0,0,0,0,:]
assert(numel(y) == 4 && sum(y) == 5)
z = x + 1
assert(sum(z) == 37 && ndims(z) == 16)
function s = total(v : cube{16})
    s = sum(v)
endfunction
assert(total(x) == 5)
assert(total(zeros(2,2)) == 0)
caught = 0
try
    w = zeros(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)
catch ex
    caught = 1
endtry
assert(caught == 1)
h = typename(cube{4}[int16])(2,2,2,2)
h[1,1,1,1] = 7
assert(sum(h) == 7)
k = [[[[1,2],[3,4]],[[5,6],[7,8]]],[[[1,2],[3,4]],[[5,6],[7,8]]]]
assert(ndims(k) == 4 && k[1,1,1,1] == 8)
print "ok"
