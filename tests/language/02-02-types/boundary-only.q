% proves: 2.2, LANGUAGE "Bounds": x : 'circular without a type says how the variable is indexed, also on the host
% expect: ok
tmp : 'circular = [1,2,3]
assert(tmp[-1] == 3)
function y : 'mirror = f(n)
    y = [1.0,2.0,3.0]
    assert(y[-1] == 1)
endfunction
assert(sum(f(1)) == 6)
print "ok"
