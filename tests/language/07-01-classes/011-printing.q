% proves: LANGUAGE.md objects are written as their constructor
% expect: stdout
%> place(x:=1, y:=2.5, name:="a")
%> { place(x:=0, y:=0, name:=""), 3}
%> null
type place : class
  x : scalar
  y : scalar
  name : string
endtype
print place(x:=1, y:=2.5, name:="a")
print {place(), 3}
print null
