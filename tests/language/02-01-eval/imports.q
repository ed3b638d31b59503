% proves: 2.1 (17) eval sees what the program imports, and reductions
% expect: ok
import "lib-shapes.q"
function y = distance(x)
  y = x
endfunction
reduction (x : scalar) -> distance(x) = abs(x)
assert(eval("area(circle(r:=2)) + offset") == 92, "functions, classes and variables")
assert(eval("distance(-2.5)") == 2.5, "a reduction")
assert(eval("area(2.0)") == 12, "an imported reduction")
hidden = 1
assert(run_text("hidden + offset") == 46, "a function of the import sees its own names")
function y = local_type(text)
  type box : class
    side : scalar
  endtype
  y = eval(text)
endfunction
b = local_type("box(side:=3)")
assert(b.side == 3, "a class of the function around it")
print "ok"
