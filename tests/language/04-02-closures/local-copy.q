% proves: 4.2 a = a + x in a function makes a local variable and warns
% expect: ok
%! 7: `a` is a new variable here that starts from the outer
%! 14: `a` is a new variable here that starts from the outer
a = 1
function y = accumulate(x : scalar)
    a = a + x
    y = a
endfunction
assert(accumulate(4) == 5)
assert(accumulate(4) == 5)
assert(a == 1)
function [] = __device__ accumulate2(x : scalar)
    a = a + x
endfunction
accumulate2(4)
assert(a == 1)
print "ok"
