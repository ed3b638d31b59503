% proves: 2.1 (17) assignments inside the text of eval stay inside it
% expect: ok
a = 1
r = eval("a = a + 5; c = 3; a*c")
assert(r == 18 && a == 1, "assignments end with the text")
function y = f(x)
  s = eval("x += 1; x")
  y = [s, x]
endfunction
assert(f(4)[0] == 5 && f(4)[1] == 4, "in a function")
caught = 0
try
  eval("c")
catch e
  caught = 1
endtry
assert(caught == 1, "names of an earlier text are gone")
v = [1, 2, 3]
w = eval("v[0] + sum(v)")
assert(w == 7, "elements")
print "ok"
