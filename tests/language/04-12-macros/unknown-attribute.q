% proves: 4.11, 4.12 a use before the definition; attributes that are no macros are ignored
% expect: ok
r = 0
{!later r}
{!no_such_macro r, 1, foo=bar}
macro [] = later(x)
  x = 3
endmacro
assert(r == 3, "expanded")
print "ok"
