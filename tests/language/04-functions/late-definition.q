% proves: symbol.h: functions are visible before their definition, and may call each other
% expect: ok
function y = even(n)
    y = n == 0 ? true : odd(n-1)
endfunction
assert(even(10) && !even(7), "mutual recursion")
assert(twice(4) == 8, "called above its definition")
function y = odd(n)
    y = n == 0 ? false : even(n-1)
endfunction
function y = twice(x)
    y = 2*x
endfunction
print "ok"
