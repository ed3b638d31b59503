% proves: 3.6 the elements of a new typed cell are zero: numbers 0, texts empty, arrays of known size zeros, other arrays empty
% expect: ok
names = vec[string](2)
assert(names[0] == "" && names[1] == "")
names[0] = "x"
assert(names[0] == "x" && names[1] == "")
typed = typename(mat[{{vec,vec},{scalar,int}}])(2,2)
assert(numel(typed[0,1]) == 0 && typed[1,0] == 0 && typed[1,1] == 0)
mixed = typename(vec[{string,cscalar,vec3,mat2x2}])(4)
assert(mixed[0] == "" && mixed[1] == 0 && all(mixed[2] == [0,0,0]) && all(size(mixed[3]) == [2,2]))
mixed[2][1] = 5
other = typename(vec[{string,cscalar,vec3,mat2x2}])(4)
assert(other[2][1] == 0)
points = vec[vec3](2)
points[0][2] = 1
assert(sum(points[0]) == 1 && sum(points[1]) == 0)
assert(numel(vec[mat](2)[1]) == 0)
print "ok"
