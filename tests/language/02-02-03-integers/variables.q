% proves: 2.2.3 modifiers on integer variables and parameters
% expect: ok
%! 24: drops the fraction
x : uint8'sat = 300
assert(x == 255)
x = -4
assert(x == 0)
x = 250
x += 10
assert(x == 255)
y : int8'unchecked = 200
assert(y == -56)
caught = 0
z : int8 = 5
try
    z = 128
catch ex
    caught = 1
endtry
assert(caught == 1 && z == 5)
function r = clip(v : uint8'sat)
    r = v
endfunction
assert(clip(1000) == 255 && clip(-3) == 0 && clip(7.9) == 7)
function r : int8'sat = clip2(v)
    r = v
endfunction
assert(clip2(1000) == 127)
print "ok"
