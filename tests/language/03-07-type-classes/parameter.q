% proves: 3.7 a type class restricts a parameter
% expect: ok
%! 28: parameter x of halve has type
%! 38: variable x has type
function y = trace2(x : [mat|cmat])
    y = x[0,0] + x[1,1]
endfunction
assert(trace2(eye(2)) == 2)
assert(real(trace2(complex(eye(2)))) == 2)
type AllInt : [int|int8|int16|int32|uint8|uint32|uint64]
function y = halve(x : AllInt)
    y = int(x/2)
endfunction
assert(halve(7) == 3)
function y = name(x : [scalar|string|vec])
    if type(x, "string")
        y = "string"
    elseif type(x, "scalar")
        y = "scalar"
    else
        y = "vec"
    endif
endfunction
assert(name(1.0) == "scalar" && name("x") == "string" && name([1,2]) == "vec")
caught = 0
try
    z = "a" + "b"
    print halve(z)
catch ex
    caught = 1
endtry
x : [int|string] = 5
x = "now a string"
assert(x == "now a string")
caught = 0
try
    w = {1,2}
    x = w
catch ex
    caught = 1
endtry
assert(caught == 1)
nested : [[int|string]|mat] = eye(2)
nested = 3
nested = "t"
assert(nested == "t")
y = ([1.0,2.0] : [vec|string])
assert(numel(y) == 2)
print "ok"
