% proves: 2.1 a loop up to the largest integer ends there when it is interpreted
% expect: ok
function n = count(x)
    n = 0
    {!interpreted for}
    for i = 9223372036854775806..x
        n += 1
        assert(i > 0)
    endfor
endfunction
assert(count(9223372036854775807) <= 2)
assert(count(9.3e18) <= 2)
print "ok"
