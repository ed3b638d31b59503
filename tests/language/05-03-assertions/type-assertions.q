% proves: 5.3.3 type assertions are knowledge, also as alternatives
% expect: ok
symbolic a, b
assert(type(a, "string"))
assert($check(type(a, "string")) == "Valid")
assert($check(type(a, "mat")) == "Unsatisfiable")
assert(type(b, [mat|string]))
assert($check(type(b, "mat")) == "Satisfiable")
assert($check(type(b, "mat") || type(b, "string")) == "Valid")
assert(!type(b, "string"))
assert($check(type(b, "mat")) == "Valid")
x = eval("[1.0, 2.0]")
assert(type(x, "vec"))
assert($check(type(x, "vec")) == "Valid")
s = "text"
assert($check(type(s, "string")) == "Valid" && $check(type(s, "scalar")) == "Unsatisfiable")
print "ok"
