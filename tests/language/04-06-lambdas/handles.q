% proves: 4.6 functions are first-class values
% expect: ok
function y = twice(x)
    y = 2*x
endfunction
function y = thrice(x)
    y = 3*x
endfunction
f = twice
assert(f(4) == 8)
assert(f == twice && !(f == thrice) && f != thrice)
c = {twice, thrice}
assert(c[1](2) == 6)
g = x -> x
h = g
assert(g == h)
function r = choose(n)
    if n == 0
        r = twice
    else
        r = thrice
    endif
endfunction
assert(choose(0)(5) == 10 && choose(1)(5) == 15)
function y = call(f, ...args)
    y = f(...args)
endfunction
assert(call(max, 3, 9) == 9)
print "ok"
