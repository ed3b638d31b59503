% proves: 14.1 descending order, the median of a vector, the variance of complex numbers, real eigenvalues
% expect: ok
assert(all(sort([3,1,2], "descend") == [3,2,1]) && all(sort([3,1,2], "ascend") == [1,2,3]))
[y, i] = sort([1,3,1,2], "descend")
assert(all(y == [3,2,1,1]) && all(i == [1,3,0,2]), y, i)
x = [[3,1],[2,5]]
assert(all(sort(x, 1, "descend") == [[3,1],[5,2]]) && all(sort(x, "descend") == [[3,5],[2,1]]))
y = sort([1,nan,2], "descend")
assert(y[0] == 2 && y[1] == 1 && isnan(y[2]))
assert(sort(floor(1000*rand(5000)), "descend")[0] >= 990)
message = ""
try
  y = sort([1,2], "down")
catch ex
  message = sprintf("%s", ex)
end
assert(numel(strfind(message, "descend")) > 0, message)

m = median([3,1,2])
assert(isscalar(m) && m == 2 && m[0] == 2 && median([4,1]) == 2.5 && isscalar(median([[7]])))
assert(sum(abs([1,2,6] - median([1,2,6]))) == 5)
assert(all(median([[1,5],[3,7],[2,6]]) == [2,6]) && all(size(median([1,2,3], 1)) == [1,1]))

% of one element the spread is 0, but nothing is known of a NaN or an infinity
assert(std([3]) == 0 && isnan(std([nan])) && isnan(var([1/0])) && all(isnan(var([[nan,1/0]], 0))))
z = [complex(3,4), complex(1,0)]
assert(abs(var(z) - 10) < 1e-5 && abs(std(z) - sqrt(10)) < 1e-5 && var(z[0..0]) == 0)
assert(abs(var(transpose(z), 0)[0] - 10) < 1e-5)

A = [[2,1,0],[1,3,1],[0,1,4]]
[v, d] = eig(A)
assert(isreal(d) && isreal(v) && max(abs(A*v - v*diagm(d))) < 1e-5 && d[0] <= d[1] && d[1] <= d[2])
assert(isreal(eig(A)) && iscomplex(eig([[0,1],[-1,0]])) && iscomplex(eig([[1,2],[3,4]])))
H = complex([[2,0],[0,2]], [[0,1],[-1,0]])
assert(isreal(eig(H)) && max(abs(eig(H) - [1,3])) < 1e-5)
print "ok"
