% proves: 7.1 also when only the run shows the class
% expect: error immutable
type money : class
  amount : scalar
endtype
function [] = change(m)
  m.amount = 4
endfunction
change(money(amount:=3))
