% proves: 2.1(15) optional arguments are evaluated at the call; named arguments in any order
% expect: ok
function y = f(a, b = 2*a, c = 1)
    y = 100*a + 10*b + c
endfunction
assert(f(1) == 121 && f(1,3) == 131 && f(1,3,4) == 134, "defaults")
assert(f(1, c:=5) == 125 && f(1, c:=5, b:=0) == 105, "named")
print "ok"
