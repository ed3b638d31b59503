% proves: 4.6 the statements of a lambda may end with a semicolon, inside its brackets and before that of the call
% expect: ok
function y = call(f)
  y = f(2)
end
a = object()
a.x = 0
call(t -> (a.x = t; b = 1 - a.x;);)
assert(a.x == 2)
assert(call(t -> (a.x = t + 1;);) == 3 && call(t -> t * 2;) == 4)
assert(call(t -> (c = t; c * 5)) == 10)
print "ok"
