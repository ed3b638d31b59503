% proves: 4.9.2 exact matches first: also where only the run knows the type
% expect: ok
reduction (x : mat) -> kind_of(x) = "mat"
reduction (x : vec) -> kind_of(x) = "vec"
reduction (x : cube) -> kind_of(x) = "cube"
reduction (x : scalar) -> kind_of(x) = "scalar"
reduction (x : int) -> kind_of(x) = "int"
reduction (x) -> kind_of(x) = "any"
assert(kind_of([1.0, 2]) == "vec" && kind_of(ones(2, 2)) == "mat" && kind_of(int(3)) == "int")
values = {[1.0, 2], ones(2, 2), ones(2, 2, 2), 1.5, int(3), "text"}
names = {"vec", "mat", "cube", "scalar", "int", "any"}
for i = 0..5
  assert(kind_of(values[i]) == names[i])
endfor
print "ok"
