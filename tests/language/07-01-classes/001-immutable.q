% proves: 7.1 an object of a class that is not mutable does not change
% expect: check-error immutable
type money : class
  amount : scalar
endtype
m = money(amount:=3)
m.amount = 4
