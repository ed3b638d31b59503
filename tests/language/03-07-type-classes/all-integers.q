% proves: 3.7, 4.9 AllInt stands for every integer type, also without a definition of the program's own
% expect: ok
type RealNumber: [scalar|cube|AllInt|cube[AllInt]]
type ComplexNumber: [cscalar|ccube]
reduction (x : RealNumber) -> real(x) = x
reduction (x : ComplexNumber) -> complex(x) = x
late = x -> real(x)
assert(real(3) == 3 && real([1, 2])[1] == 2 && real(1 + 2i) == 1 && real(int(7.5)) == 7)
assert(late(3) == 3 && late(2 + 1i) == 2)
assert(real(cast([[1, 2], [3, 4]], mat[uint8]))[1,1] == 4)
function y = kind(x : AllInt)
  y = "integer"
endfunction
function y = kind(x : string)
  y = "text"
endfunction
assert(kind(int(3)) == "integer" && kind("a") == "text")
print "ok"
