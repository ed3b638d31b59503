% proves: 4.5 overloading by the number and the types of arguments
% expect: ok
function y = f(x : scalar)
    y = 1
endfunction
function y = f(x : vec)
    y = 2
endfunction
function y = f(x : scalar, z : scalar)
    y = 3
endfunction
function y = f(x : string)
    y = 4
endfunction
assert(f(1.5) == 1 && f([1.0,2.0]) == 2 && f(1.0,2.0) == 3 && f("a") == 4, "chosen by type and count")
print "ok"
