% proves: 2.1 (17) a text may have several statements and define functions, types and reductions for itself
% expect: ok
type point : class
  x : scalar
  y : scalar
endtype
k = 3
r = eval(sprintf("function y = cube(x)\n  y = x*x*x + k\nendfunction\ncube(2) + cube(1)"))
assert(r == 15, "a function of the text")
p = eval("point(x:=1, y:=k)")
assert(p.y == 3, "a class of the program")
q = eval(sprintf("type pair : class\n  a : int\n  b : int\nendtype\nz = pair(a:=4, b:=k)\nz.a*z.b"))
assert(q == 12, "a class of the text")
total = 0
for i = 1..5
  g = eval(sprintf("function y = g(x)\n  y = x*i\nendfunction\ng"))
  total += g(10)
endfor
assert(total == 150, "functions of many runs of one text")
s = 0
kept = {}
for i = 1..3
  h = eval("x -> x + i")
  kept = [...kept, h]
  s += h(100)
endfor
assert(s == 306 && kept[0](100) == 101, "lambdas of many runs of one text")
m = eval(sprintf("if k > 2\n  m = 20\nelse\n  m = 10\nendif\nm + 1"))
assert(m == 21, "control structures")
late = eval(sprintf("shift = x -> x + late\nlate = k\nshift(1)"))
assert(late == 4, "a lambda before what it names")
print "ok"
