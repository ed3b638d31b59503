% proves: 2.2 functions that take texts keep taking them; a user's function of the name of a built-in one, too
% expect: ok
assert(numel("abc") >= 0)
function y = trace(x : string)
  y = x + "!"
endfunction
assert(trace("a") == "a!")
print "ok"
