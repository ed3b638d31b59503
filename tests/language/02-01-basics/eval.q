% proves: 2.1 (17) eval of a string gives the lambda
% expect: ok
val = eval("(x) -> 3*eye(x)")(8)
assert(size(val,0) == 8 && val[1,1] == 3 && val[0,1] == 0, "eval")
print "ok"
