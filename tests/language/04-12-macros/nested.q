% proves: 4.12 macros use macros; rest parameters; types as arguments
% expect: ok
macro [] = add(x, n)
  x += n
endmacro
macro [] = add_twice(x, n)
  {!add x, n}
  {!add x, n}
endmacro
a = 1
{!add_twice a, 5}
assert(a == 11, "nested")
macro [] = collect(target, ...values)
  target = numel(values)
endmacro
n = 0
{!collect n, 1, 2, 3}
assert(n == 3, "rest")
macro [] = declare(name, T)
  name : T = 2.75
endmacro
{!declare d, int}
assert(d == 2, "type")
if a > 0
  {!add a, 1}
endif
match a with
| 12 -> {!add a, 1}
| _ -> a = 0
endmatch
assert(a == 13, "inside control structures")
print "ok"
