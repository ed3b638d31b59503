% proves: 7.3.1 self : T is a copy, self : ^T the object; both forms of the call
% expect: ok
type counter : mutable class
  n : int
  step : int = 1
endtype
function [] = bump(self : ^counter, times = 1)
  self.n += self.step * times
endfunction
function y = bumped(self : counter)
  self.n += self.step
  y = self.n
endfunction
function y = describe(self : counter)
  y = sprintf("%d by %d", self.n, self.step)
endfunction
c = counter(n:=5)
c.bump()
c.bump(3)
bump(c)
assert(c.n == 10)
assert(c.bumped() == 11 && bumped(c) == 11 && c.n == 10)
assert(c.describe() == "10 by 1")
c.bump(times := 2)
assert(c.n == 12)
v = vec[counter](3)
v[1].bump()
v[1].bump()
assert(v[0].n == 0, "default step of an element")
assert(v[1].n == 2 && v[2].n == 0)
print "ok"
