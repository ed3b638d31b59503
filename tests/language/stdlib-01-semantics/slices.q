% proves: STDLIB 1.3 slices: shapes, reversal, index vectors, assignment, broadcasting
% expect: ok
x = zeros(4,5,3)
for i=0..3
    for j=0..4
        for k=0..2
            x[i,j,k] = 100*i + 10*j + k
        endfor
    endfor
endfor
p = x[:,:,1]
assert(size(p,0) == 4 && size(p,1) == 5 && ndims(p) == 2 && p[2,3] == 231, "a plane")
assert(size(x[2,:,0],1) == 5 && size(p[:,2],0) == 4 && size(p[:,2],1) == 1, "row and column")
r = p[3..-1..0,:]
assert(r[0,0] == 301 && r[3,4] == 41, "reversed")
c = x[:,:,[2,1,0]]
assert(c[1,1,0] == 112 && c[1,1,2] == 110, "channels permuted")
v = x[1,2,0..2]
assert(numel(v) == 3 && v[2] == 122, "a vector")
x[1,:,0] = 7
assert(sum(x[1,:,0]) == 35 && x[1,1,1] == 111, "a number broadcasts")
x[0..1,0,2] = [5,6]
assert(x[0,0,2] == 5 && x[1,0,2] == 6, "a vector")
w = 0..9
w = w + 0.0
w[1..9] = w[0..8]
assert(w[0] == 0 && w[1] == 0 && w[9] == 8, "the right side is read first")
m = [1.0, -2.0, 3.0]
m[m < 0] = 0
assert(sum(m) == 4, "mask")
print "ok"
