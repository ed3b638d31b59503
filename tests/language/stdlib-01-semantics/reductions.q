% proves: STDLIB 1.3 reductions over everything and over one dimension
% expect: ok
x = [[1.0,2.0,3.0],[4.0,5.0,6.0]]
assert(sum(x) == 21 && prod(x) == 720 && mean(x) == 3.5 && min(x) == 1 && max(x) == 6, "everything")
a = sum(x,0)
b = sum(x,1)
assert(size(a,0) == 1 && size(a,1) == 3 && a[0,2] == 9, "columns")
assert(size(b,0) == 2 && size(b,1) == 1 && b[1,0] == 15, "rows")
assert(sum(max(x,3.5)) == 3.5*3+15, "two arguments are element-wise")
c = cumsum(x)
assert(c[0,2] == 6 && c[1,2] == 15, "cumsum runs within rows")
n = 3000
y = ones(n,n)
assert(sum(y) == n*n, "many ones, exactly")
print "ok"
