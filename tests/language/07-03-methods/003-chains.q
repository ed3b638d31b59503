% proves: 7.3.1 a method of what a method gives, and methods in expressions
% expect: ok
type money : class
  cents : int
endtype
function y = plus(self : money, other : money)
  y = money(cents:=self.cents + other.cents)
endfunction
function y = times(self : money, k : int)
  y = money(cents:=self.cents * k)
endfunction
a = money(cents:=10)
b = a.plus(a.times(2)).times(3)
assert(b.cents == 90)
assert(a.plus(b).cents + a.cents == 110)
print "ok"
