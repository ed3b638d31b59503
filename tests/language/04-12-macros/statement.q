% proves: 4.12 a macro is a custom code attribute: {!name arguments} stands for its body
% expect: stdout
%> before
%> operation
%> after
%> 12
%> ok
macro [] = around(op)
  print "before"
  op()
  print "after"
endmacro
function [] = operation()
  print "operation"
endfunction
{!around operation}
macro [] = sum_of(target, a, b = 2)
  target = a + b
endmacro
r = 0
{!sum_of r, 4 * 2, 4}
print r
{!sum_of r, 1}
assert(r == 3, "default")
{!sum_of(r, 5, 6)}
assert(r == 11, "in parentheses")
{!sum_of target=r, b=1, a=1}
assert(r == 2, "named")
v = zeros(3)
{!sum_of v[1], 3, 3}
assert(v[1] == 6, "an element as the target")
print "ok"
