% proves: LANGUAGE.md Objects: arrays and cells of an instance of a generic class that are not given are empty
% expect: ok
type bag[T] : mutable class
  data : vec[T]
  table : mat[T]
  things : cell[T]
  n : int
endtype
s = bag[int]()
assert(numel(s.data) == 0 && numel(s.table) == 0 && numel(s.things) == 0 && s.n == 0)
s.data = [1,2]
assert(s.data[1] == 2)
t = bag[scalar](n := 3)
assert(numel(t.data) == 0 && t.n == 3)
print "ok"
