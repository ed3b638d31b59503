% proves: 3.10 values count from 0, go on from a value that is given, and are integers
% expect: stdout
%> 0 1 2 3 4 5
%> 5
%> ok
type color : enum
  Red
  Green
  Blue = 2
  Cyan
  Magenta
  Yellow
endtype
type flag : enum
  None = 0
  A = 1, B = 2, C = A + B
  Last = 2^5
  Negative = -3
  Next
  Hex = 0FFh
endtype
print color.Red, " ", color.Green, " ", color.Blue, " ", color.Cyan, " ", color.Magenta, " ", color.Yellow
c : color = color.Yellow
print c
assert(c == color.Yellow && c != color.Red && color.Red < color.Green, "comparison")
assert(color.Magenta + 1 == color.Yellow, "values are integers")
assert(flag.C == 3 && flag.Last == 32 && flag.Negative == -3 && flag.Next == -2 && flag.Hex == 255, "constants")
names = {"red", "green", "blue"}
assert(names[color.Blue] == "blue", "as an index")
x = [color.Cyan, color.Red]
assert(x[0] == 3 && numel(x) == 2, "in a vector")
c = color.Green
assert(c == 1, "assigned again")
print "ok"
