% proves: reshape of what nobody else holds, beside what somebody does
% expect: ok
function y = made(n : int)
  y = zeros(n, n)
  for i = 0..n-1
    for j = 0..n-1
      y[i,j] = i*n + j
    endfor
  endfor
endfunction
x = made(64)
y = reshape(x, [32,128])
y[0,0] = 7
assert(x[0,0] == 0 && all(size(x) == [64,64]), "a copy")
z = reshape(made(64), [16,256])
assert(all(size(z) == [16,256]) && z[1,0] == 256 && sum(z) == sum(x))
kept = {made(8), 1}
w = reshape(kept[0], [4,16])
w[0,1] = 100
assert(kept[0][0,1] == 1 && all(size(kept[0]) == [8,8]), "of a cell")
f = n -> reshape(made(n), [1,n*n])
assert(numel(f(5)) == 25 && f(5)[24] == 24)
function y = kept_by_closure(a)
  g = () -> a
  y = reshape(g(), [2,32])
endfunction
a = made(8)
b = kept_by_closure(a)
b[0,0] = -1
assert(a[0,0] == 0 && all(size(a) == [8,8]), "of a closure")
print "ok"
