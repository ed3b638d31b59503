% proves: 3.10 an enumeration may have another name; it may be defined in a function; a variable hides it
% expect: ok
type color : enum
  Red
  Green
endtype
type colour : color
assert(colour.Green == 1, "another name")
function y = f()
  type state : enum
    Off
    On
  endtype
  s : state = state.On
  match s with
  | On -> y = 1
  | Off -> y = 0
  endmatch
endfunction
assert(f() == 1, "local enumeration")
function y = g(color)
  y = color + 1
endfunction
assert(g(4) == 5, "a parameter of the same name is no enumeration")
print "ok"
