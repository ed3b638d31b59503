% proves: 4 a method with open arguments binds the object
% expect: ok
type scaler : class
  k : scalar
endtype
function y = apply(self : scaler, x, offset)
  y = self.k * x + offset
endfunction
s = scaler(k:=3)
f = s.apply(_, 1)
assert(f(5) == 16)
print "ok"
