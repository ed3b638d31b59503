% proves: 2.4.1 'safe, 'circular, 'mirror, 'clamped in two and three dimensions, reads and writes; STDLIB 1.4
% expect: ok
x = reshape(1..6, [2,3])
at = (i, j) -> i >= 0 && i < 2 && j >= 0 && j < 3 ? x[i,j] : 0
function [] = __kernel__ circular(x : mat'circular, y : mat, pos : ivec2)
  y[pos] = x[pos[0]-3, pos[1]-4]
endfunction
function [] = __kernel__ mirrored(x : mat'mirror, y : mat, pos : ivec2)
  y[pos] = x[pos[0]-3, pos[1]-4]
endfunction
function [] = __kernel__ clamped(x : mat'clamped, y : mat, pos : ivec2)
  y[pos] = x[pos[0]-3, pos[1]-4]
endfunction
function [] = __kernel__ safe(x : mat'safe, y : mat, pos : ivec2)
  y[pos] = x[pos[0]-3, pos[1]-4]
endfunction
y = zeros(9,11)
function i = fold(i, n)
  i = mod(i, 2*n)
  i = i < n ? i : 2*n-1-i
endfunction
parallel_do(size(y), x, y, circular)
for i=0..8
  for j=0..10
    assert(y[i,j] == x[mod(i-3,2), mod(j-4,3)], "circular")
  endfor
endfor
parallel_do(size(y), x, y, mirrored)
for i=0..8
  for j=0..10
    assert(y[i,j] == x[fold(i-3,2), fold(j-4,3)], "mirror")
  endfor
endfor
parallel_do(size(y), x, y, clamped)
for i=0..8
  for j=0..10
    assert(y[i,j] == x[min(max(i-3,0),1), min(max(j-4,0),2)], "clamped")
  endfor
endfor
parallel_do(size(y), x, y, safe)
for i=0..8
  for j=0..10
    assert(y[i,j] == at(i-3,j-4), "safe")
  endfor
endfor
function [] = __kernel__ scatter(y : vec'circular, z : vec'clamped, pos : int)
  y[pos] += 1
  z[pos-2] += 1
endfunction
y = zeros(4)
z = zeros(4)
parallel_do(10, y, z, scatter)
assert(all(y == [3,3,2,2]), "circular writes")
assert(all(z == [3,1,1,5]), "clamped writes")
assert(mirror_ext(-1,4) == 0 && mirror_ext(4,4) == 3 && periodize(-1,4) == 3 && clamp(7,4) == 4 && clamp(-1,4) == 0, "the functions")
v : vec'circular = [1,2,3]
assert(v[-1] == 3 && v[4] == 2, "modifiers on host variables")
function y = shifted(x : vec'mirror, k)
  y = x[k]
endfunction
assert(shifted([1,2,3], -1) == 1 && shifted([1,2,3], 3) == 3, "modifiers on parameters of host functions")
c = zeros(2,2,2)
c[1,1,1] = 5
function [] = __kernel__ fibre(x : cube'clamped, y : mat, pos : ivec2)
  v = x[pos[0]+5, pos[1]+5, 0..3]
  y[pos] = sum(v)
endfunction
y = zeros(1,1)
parallel_do([1,1], c, y, fibre)
assert(y[0,0] == 15, "slices clamp")
print "ok"
