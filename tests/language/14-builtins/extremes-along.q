% proves: 14.1 the largest and smallest elements along a dimension, where they are, and with the type that they had
% expect: ok
import "numeric.q"

function [] = compare(x, dim)
  [y, at] = max_along(x, dim)
  [z, low] = min_along(x, dim)
  dims = size(x, 0..2)
  n = dims[dim]
  dims[dim] = 1
  assert(all(size(y, 0..2) == dims) && all(size(low, 0..2) == dims))
  for i = 0..dims[0]-1
    for j = 0..dims[1]-1
      for k = 0..dims[2]-1
        line = dim == 0 ? x[:,j,k] : dim == 1 ? x[i,:,k] : x[i,j,:]
        line = reshape(line, [1,n])
        assert(y[i,j,k] == max(line) && line[at[i,j,k]] == max(line), i, j, k)
        assert(z[i,j,k] == min(line) && line[low[i,j,k]] == min(line), i, j, k)
        if at[i,j,k] > 0
          assert(max(line[0..at[i,j,k]-1]) < max(line))
        endif
      endfor
    endfor
  endfor
endfunction

for dim = 0..2
  compare(floor(9*rand(7,11,3)), dim)
  compare(rand(5,1,4), dim)
  compare(int16(floor(60000*rand(3,4,2)) - 30000), dim)
endfor
for dim = 0..1
  compare(rand(40,50), dim)
  compare(rand(1,9), dim)
endfor
y = max_along(int32([[16777217,3],[16777219,16777218]]), 0)
assert(y[0] == 16777219 && y[1] == 16777218)
y = min_along(uint8([[200,3],[100,250]]), 1)
assert(type(y, "cube[uint8]") && y[0] == 3 && y[1] == 100)
assert(all(max_along([[nan,2],[3,nan]], 0) == [3,2]) && isnan(min_along([nan,nan], 1)[0]))
message = ""
try
  y = max_along([1,2], 3)
catch ex
  message = sprintf("%s", ex)
endtry
assert(numel(strfind(message, "dim is 0, 1 or 2, not 3")) > 0, message)
print "ok"
