% proves: 4.1 a variable takes arrays of different size and dimensionality
% expect: ok
a = [1.0,2.0]
assert(numel(a) == 2)
a = eye(3)
assert(numel(a) == 9)
a = zeros(2,2,2)
assert(ndims(a) == 3)
function y = f(c)
    if c
        y = zeros(4)
    else
        y = zeros(8)
    endif
endfunction
assert(numel(f(true)) == 4 && numel(f(false)) == 8)
function y = g(c)
    if c
        y = zeros(2,2)
    else
        y = zeros(3,2)
    endif
endfunction
assert(size(g(true),0) == 2 && size(g(false),0) == 3)
p = 5
p = "text"
assert(p == "text")
p = x -> x + 1
assert(p(1) == 2)
print "ok"
