% proves: 4.5 overloads by the number of arguments
% expect: ok
function y = f(a)
    y = 1
endfunction
function y = f(a, b)
    y = 2
endfunction
function y = f(a, b, ...c)
    y = 2 + numel(c)
endfunction
assert(f(1) == 1 && f(1,2) == 2 && f(1,2,3,4) == 4)
print "ok"
