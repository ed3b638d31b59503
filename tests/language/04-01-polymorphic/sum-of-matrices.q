% proves: 4.1 a variable whose type changes in a loop
% expect: ok
v = vec[cube](3)
for k = 0..2
    v[k] = (k+1)*ones(2,2,2)
endfor
a = 0.0
for k=0..numel(v)-1
    a += v[k]
endfor
assert(a[1,1,1] == 6 && ndims(a) == 3)
b = v[0]
for k=1..numel(v)-1
    b += v[k]
endfor
assert(b[0,0,0] == 6)
assert(v[0][0,0,0] == 1, "v[0] is not changed")
print "ok"
