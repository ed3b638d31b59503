% proves: 3.10 in a match the values need no name of the enumeration
% expect: ok
type color : enum
  Red
  Green
  Blue
endtype
type fruit : enum
  Apple = 10
  Red = 11
  Pear
endtype
function y = name_of(a : color)
  match a with
  | Red -> y = "red"
  | (Green, Blue) -> y = "cool"
  | _ -> y = "?"
  endmatch
endfunction
function y = of_fruit(a : fruit)
  match a with
  | Red -> y = "red fruit"
  | fruit.Apple -> y = "apple"
  | _ -> y = "other"
  endmatch
endfunction
function y = untyped(a)
  match a with
  | Green -> y = 1
  | color.Red -> y = 2
  | _ -> y = 3
  endmatch
endfunction
assert(name_of(color.Red) == "red" && name_of(color.Blue) == "cool" && name_of(7) == "?", "typed parameter")
assert(of_fruit(fruit.Red) == "red fruit" && of_fruit(10) == "apple" && of_fruit(color.Red) == "other", "its own Red")
assert(untyped(color.Green) == 1 && untyped(color.Red) == 2 && untyped(color.Blue) == 3, "found by the other names")
given = fruit.Red
match given with
| Red -> r = 1
| _ -> r = 2
endmatch
assert(r == 1, "the variable was given a value of fruit")
limit = 5
match 5 with
| limit -> r = 3
| _ -> r = 4
endmatch
assert(r == 3, "a variable in a pattern stays a variable")
print "ok"
