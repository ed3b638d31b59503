% proves: 2.1(12) only one branch of a ternary is evaluated; && and || are lazy on scalars
% expect: ok
function y = fail()
    error "evaluated"
    y = 0
endfunction
x = 1 > 0 ? 5 : fail()
assert(x == 5, "then")
x = 1 < 0 ? fail() : 6
assert(x == 6, "else")
assert(!(false && fail()) && (true || fail()), "lazy")
print "ok"
