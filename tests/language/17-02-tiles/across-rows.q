% manual: 17.2
% proves: tiling: kernels and loops that go across the rows of matrices, and products, of sizes that tiles and vectors don't divide
% expect: ok
function y = pattern(rows : int, columns : int)
  y = uninit(rows, columns)
  for i=0..rows-1
    for j=0..columns-1
      y[i,j] = mod(7*i + 3*j, 16)
    endfor
  endfor
endfunction

function [] = __kernel__ scatter(x : mat'mirror, y : mat'unchecked, pos : ivec2)
  y[pos[1],pos[0]] = x[pos[0]+1,pos[1]-1]
endfunction

function [] = __kernel__ gather(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
  y[pos] = x[pos[1],pos[0]]
endfunction

function [] = __kernel__ reverse(x : cube'unchecked, y : cube'unchecked, pos : ivec3)
  y[pos[2],pos[1],pos[0]] = x[pos]
endfunction

function [] = check_across(rows : int, columns : int)
  x = pattern(rows, columns)
  a = zeros(columns, rows)
  b = zeros(columns, rows)
  c = zeros(columns, rows + 2)
  parallel_do([rows,columns], x, a, scatter)
  parallel_do([columns,rows], x, b, gather)
  for i=0..rows-1
    for j=0..columns-1
      c[j,i+2] = x[i,j]
    endfor
  endfor
  {!interpreted for}
  for n=0..50
    i = mod(n*13, rows)
    j = mod(n*29, columns)
    assert(a[j,i] == x[min(i+1,rows-1),max(j-1,0)] || i == rows-1 || j == 0)
    assert(b[j,i] == x[i,j] && c[j,i+2] == x[i,j])
  endfor
  assert(sum(b) == sum(x) && sum(c) == sum(x))
endfunction

function [] = check_product(rows : int, length : int, columns : int)
  a = pattern(rows, length)
  b = pattern(length, columns)
  c = zeros(rows, columns)
  for i=0..rows-1
    for j=0..columns-1
      s = 0.0
      for k=0..length-1
        s += a[i,k] * b[k,j]
      endfor
      c[i,j] = s
    endfor
  endfor
  assert(max(abs(c - a*b)) == 0)
endfunction

check_across(64, 96)
check_across(71, 45)
check_across(2, 130)
check_across(130, 3)
check_product(23, 9, 140)
check_product(12, 70, 63)
check_product(130, 5, 40)
check_product(7, 6, 17)
check_product(40, 33, 9)
x = zeros(5, 37, 41)
{!interpreted for}
for i=0..4
  {!interpreted for}
  for j=0..36
    x[i,j,i+2*mod(j,9)] = 100*i + j
  endfor
endfor
y = zeros(41, 37, 5)
parallel_do(size(x), x, y, reverse)
assert(sum(y) == sum(x) && y[4+2*3,12,4] == 412 && y[0,9,0] == 9)
print "ok"
