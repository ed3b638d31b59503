% proves: 3.2 a vector of sizes may have more than the name of the type has dimensions
% expect: ok
a = ones(2,3,4)
x = mat(size(a))
assert(size(x) == [2,3,4] && sum(x) == 0)
x[1,2,3] = 5
assert(sum(x) == 5)
assert(size(vec(size(a))) == [2,3,4])
assert(size(vec[uint8](size(ones(2,3)))) == [2,3] && type(vec[uint8](size(ones(2,3))), mat[uint8]))
assert(size(cube(size(ones(2,3)))) == [2,3])
assert(ndims(vec(size([1,2,3]))) == 1)
function y = make(s)
  y = mat(s)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = m + n + c
      end
    end
  end
end
assert(sum(make(size(a))) == 72 && sum(make([2,3])) == 9)
c = vec[vec](size(ones(2,3)))
assert(size(c) == [2,3])
bad = ""
try
  n = 4
  x = mat(2, 3, n)
catch ex
  bad = ex
end
assert(bad == "mat has 2 dimensions, but 3 sizes are given", bad)
print "ok"
