% proves: 2.2.3 array conversions to integer types check, saturate or wrap
% expect: ok
function y = fits(x : vec[uint8])
    y = sum(x)
endfunction
function y = clips(x : vec[uint8'sat])
    y = x
endfunction
function y = wraps(x : vec[uint8'unchecked])
    y = x
endfunction
assert(fits([1.0, 2.0]) == 3)
caught = 0
try
    print fits([1.0, 300.0])
catch ex
    caught = 1
endtry
assert(caught == 1)
c = clips([-5.0, 300.0, 7.0])
assert(c[0] == 0 && c[1] == 255 && c[2] == 7)
w = wraps([-1.0, 257.0])
assert(w[0] == 255 && w[1] == 1)
v : vec[int8'sat] = [1000, -1000]
assert(v[0] == 127 && v[1] == -128)
v[0] = 500
assert(v[0] == 127)
print "ok"
