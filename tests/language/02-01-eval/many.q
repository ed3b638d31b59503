% proves: 2.1 (17) a text that is evaluated again and again is compiled once; of many texts the old ones are released
% expect: ok
n = 0
for i = 1..100000
  n = eval("n + 1")
endfor
assert(n == 100000, "one text")
s = 0
for i = 1..1500
  s += eval(sprintf("i + %d", i))
endfor
assert(s == 1500*1501, "many texts")
f = eval("x -> x + 5")
u = 0
for i = 1..600
  g = eval(sprintf("x -> x*%d", i))
  u += g(2)
endfor
assert(u == 600*601 && f(1) == 6, "many lambdas")
print "ok"
