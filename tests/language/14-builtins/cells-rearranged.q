% proves: 14.1 what puts the elements of arrays in other places does so with cells
% expect: ok
function t = text(c)
  t = sprintf("%s", c)
end
c = {1, "b", {3}}
assert(text(reshape(c, [1,3])) == text(c) && all(size(reshape(c, [3,1])) == [3,1]))
assert(text(fliplr(c)) == text({{3}, "b", 1}) && text(circshift(c, [0,1])) == text({{3}, 1, "b"}))
assert(text(horzcat(c, {4})) == text({1, "b", {3}, 4}) && all(size(vertcat(c, c)) == [2,3]))
d = vertcat(c, {5,6,7})
assert(d[1,0] == 5 && d[0,1] == "b" && text(flipud(d)[0,2]) == "7")
assert(all(size(transpose(d)) == [3,2]) && transpose(d)[1,0] == "b")
assert(all(size(repmat(c, [2,2])) == [2,6]) && repmat(c, [1,2])[0,4] == "b")
assert(all(size(cat(2, d, d)) == [2,3,2]) && all(size(shuffledims(cat(2, d, d), [2,0,1])) == [2,2,3]))
assert(all(size(squeeze(cat(2, d, d)[0,:,:])) == [3,2]) && rot90(d)[2,0] == 1)
assert(numel(horzcat({}, {1})) == 1)
% The elements are the same ones.
e = {[1,2]}
f = repmat(e, [1,2])
f[0,1][0] = 9
assert(e[0][0] == 9)
message = ""
try
  x = horzcat(c, [1,2])
catch ex
  message = sprintf("%s", ex)
end
assert(message == "horzcat: argument 2 has to be a cell, as the one before it, but is a vector of 2 elements", message)
% Vectors of objects stay what they are.
type point : mutable class
  x : scalar
end
v = vec[point](2)
v[0].x = 3
w = fliplr(v)
assert(w[1].x == 3 && w[0].x == 0)
print "ok"
