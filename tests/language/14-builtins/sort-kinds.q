% proves: 14.1 sort of each element type, along each dimension, of short and long lines; find and kron of many sizes
% expect: ok

% the order is right, the places are those of the values, and equal values keep theirs
function [] = check_line(x, y, i, down)
  n = numel(x)
  seen = zeros(n)
  for k=0..n-1
    seen[i[k]] += 1
    assert(y[k] == x[i[k]] || isnan(x[i[k]]))
  end
  assert(min(seen) == 1 && max(seen) == 1)
  for k=1..n-1
    if down
      assert(y[k-1] >= y[k] || isnan(y[k]))
    else
      assert(y[k-1] <= y[k] || isnan(y[k]))
    endif
    assert(y[k-1] != y[k] || i[k-1] < i[k])
  end
end

function [] = check(x)
  [y, i] = sort(x)
  check_line(x, y, i, false)
  [y, i] = sort(x, "descend")
  check_line(x, y, i, true)
end

for n = [1,2,39,40,41,255,1000,3000]
  x = floor(40*randn(1,n))
  check(x); check(x/7)
  check(int8(mod(x,90)-50)); check(uint8(mod(x,200))); check(int16(50*x)); check(uint16(abs(90*x))); check(int32(1000000*x))
  check(uint32(abs(3000000*x))); check(x > 0)
end

% integers that no double tells apart, and the ends of their types
x = int64([5,3,9,3]) + int64(9007199254740992)
[y, i] = sort(x)
assert(all(i == [1,3,0,2]) && y[0] == x[1] && y[3] == x[2] && y[2] == x[0])
assert(all(sort(int8([127,-128,0,-1])) == [-128,-1,0,127]) && all(sort(int8([127,-128,0]), "descend") == [127,0,-128]))

% NaNs are last in both orders, of zeros the places tell
big = 1/0
y = sort([nan,1,-big,0,big,nan,-1])
assert(all(y[0..4] == [-big,-1,0,1,big]) && isnan(y[5]) && isnan(y[6]))
y = sort([nan,1,-big,0,big,nan,-1], "descend")
assert(all(y[0..4] == [big,1,0,-1,-big]) && isnan(y[5]) && isnan(y[6]))
[y, i] = sort([0.0,-0.0,0.0,-1])
assert(all(i == [3,0,1,2]) && 1/y[2] == -big && 1/y[1] == big)

% along each dimension, with more neighbouring lines than are sorted at once
c = floor(100*rand(7,50,19))
for d=0..2
  [y, i] = sort(c, d)
  for a=0..6
    for b=0..18
      match d with
      | 0 -> p = c[:,a,b]; q = y[:,a,b]; r = i[:,a,b]
      | 1 -> p = c[a,:,b]; q = y[a,:,b]; r = i[a,:,b]
      | _ -> p = c[a,b,:]; q = y[a,b,:]; r = i[a,b,:]
      end
      check_line(reshape(p, [1,numel(p)]), reshape(q, [1,numel(q)]), reshape(r, [1,numel(r)]), false)
    end
  end
end
x = rand(3000,21)
y = sort(x, 0)
for j=0..20
  assert(all(y[:,j] == sort(x[:,j])))
end

% find against its elements, beyond a block of them
for n = [0,1,1023,1024,1025,5000]
  x = floor(3*rand(1,n))
  p = find(x)
  k = 0
  for i=0..n-1
    if x[i] != 0
      assert(p[k,0] == 0 && p[k,1] == i)
      k += 1
    endif
  end
  assert(size(p,0) == k)
end
c = floor(2*rand(3,5,1500))
p = find(c)
assert(size(p,0) == sum(c) && size(p,1) == 3)
for k=0..size(p,0)-1
  assert(c[p[k,0],p[k,1],p[k,2]] == 1)
  assert(k == 0 || pos2ind(size(c), p[k,:]) > pos2ind(size(c), p[k-1,:]))
end
assert(size(find(complex([0,1,0],[0,0,2])),0) == 2 && find([0,nan])[0,1] == 1)

a = [[1,-2],[3,4],[0,5]]
b = [[2,1,7]]
k = kron(a, b)
for i=0..2
  for j=0..5
    assert(k[i,j] == a[i,floor(j/3)]*b[0,mod(j,3)])
  end
end
z = kron(complex(a,a), b)
assert(all(real(z) == k) && all(imag(z) == k) && all(size(kron(zeros(0,2), b)) == [0,6]))
assert(all(linspace(-1,1,5) == [-1,-0.5,0,0.5,1]) && linspace(0,1,2050)[2049] == 1 && numel(linspace(0,1,0)) == 0)
print "ok"
