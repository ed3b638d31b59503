% proves: 7.4 a member that nobody has added
% expect: error no member
type gadget : dynamic class
  name : string
endtype
g = gadget()
print g.colour
