% proves: 4.13 an object that nobody catches: its message, the place where it was raised, and the object
% expect: error (?s)PROGRAM:14:5: error: no paper.*raised first at .*PROGRAM:8.*the object is failure.message:="no paper", tray:=2
type failure : mutable class
  message : string
  tray : int
endtype
function [] = f(k : int)
  error(failure(message:="no paper", tray:=k))
endfunction
function [] = g(k : int)
  try
    f(k)
  catch e : string
    error e
  endtry
endfunction
g(2)
