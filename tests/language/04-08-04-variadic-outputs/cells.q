% proves: 4.8.4 a cell vector taken apart
% expect: ok
function [args] = several()
    args = cell(2)
    args[0] = "first"
    args[1] = 2
endfunction
a = several()
assert(numel(a) == 2)
[p, q] = several()
assert(p == "first" && q == 2)
function r = f(x, y)
    r = x + y
endfunction
assert(f(...several()) == "first2")
[p, _] = several()
assert(p == "first")
function [args] = one()
    args = {5}
endfunction
[b] = one()
assert(b == 5)
print "ok"
