% proves: 3.2 [a,b,c] of objects is a vec[T], [[a],[b]] a mat[T]
% expect: ok
type item : class
  id : int
endtype
a = item(id:=1)
b = item(id:=2)
v = [a, b, a, b]
m = [[a, b], [b, a], [a, a]]
assert(numel(v) == 4 && v[1].id == 2)
assert(size(m,0) == 3 && size(m,1) == 2 && m[1,0].id == 2 && m[2,1].id == 1)
assert(type(a) == "item" && type(a, "item") && !type(a, "scalar") && type(v, "vec[item]"))
function y = total(items : vec[item])
  y = 0
  for k = 0..numel(items)-1
    y += items[k].id
  endfor
endfunction
assert(total(v) == 6)
print "ok"
