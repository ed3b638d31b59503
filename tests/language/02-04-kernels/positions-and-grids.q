% proves: 2.4.1, STDLIB 1.4, LANGUAGE.md: pos, blkpos, blkidx, blkdim, blkcnt, grids of 1 to 4 dimensions, conversions of arguments
% expect: ok
%! 44: drops the fraction
function [] = __kernel__ linear(y : cube, z : vec, pos : int)
  z[pos] = pos
endfunction
y = zeros(2,3,4)
z = zeros(24)
parallel_do(size(y), y, z, linear)
assert(all(z == (0..23)), "pos : int over three dimensions is row-major linear")
function [] = __kernel__ three(y : cube, pos : ivec3)
  y[pos] = 100*pos[0] + 10*pos[1] + pos[2]
endfunction
parallel_do(size(y), y, three)
assert(y[1,2,3] == 123 && y[0,1,2] == 12 && sum(y) == 12*100 + 8*10*(0+1+2) + 6*(0+1+2+3), "ivec3")
m = zeros(3,4)
parallel_do(size(m), m, three)
assert(m[2,3] == 230 && m[0,0] == 0, "a mat for a cube, pos[2] is 0")
function [] = __kernel__ four(y : cube{4}, pos : ivec4)
  y[pos] = 1000*pos[0] + 100*pos[1] + 10*pos[2] + pos[3]
endfunction
q = zeros(2,2,2,3)
parallel_do(size(q), q, four)
assert(q[1,1,0,2] == 1102 && q[0,1,1,1] == 111, "ivec4")
function [] = __kernel__ blocks(y : mat, pos : ivec2, blkpos : ivec2, blkidx : ivec2, blkdim : ivec2, blkcnt : ivec2)
  y[pos] = pos[0] == blkidx[0]*blkdim[0] + blkpos[0] && pos[1] == blkidx[1]*blkdim[1] + blkpos[1] && blkpos[0] < blkdim[0] && blkidx[0] < blkcnt[0] && blkcnt[1]*blkdim[1] == 8 ? 1 : 0
endfunction
y = zeros(4,8)
parallel_do(size(y), y, blocks)
assert(sum(y) == 32, "blocks")
y = zeros(4,8)
parallel_do([[4,8],[2,4]], y, blocks)
assert(sum(y) == 32, "two rows")
y = zeros(4,8)
parallel_do([[4,8],[2,4]], y, blocks)
assert(sum(y) == 32, "block size given")
function [] = __kernel__ converted(y : vec, p : ivec2, n : int, s : scalar, c : cscalar, pos : int)
  y[0] = p[0] + 10*p[1]
  y[1] = n
  y[2] = s
  y[3] = real(c) + imag(c)
endfunction
y = zeros(4)
parallel_do(1, y, [1,2], 7.9, 3, 2, converted)
assert(y[0] == 21 && y[1] == 7 && y[2] == 3 && y[3] == 2, "arguments convert")
function [] = __kernel__ nothing(y : vec, pos : int)
  y[pos] = 1
endfunction
y = zeros(4)
parallel_do(0, y, nothing)
assert(sum(y) == 0, "an empty grid")
parallel_do([1,4], y, nothing)
assert(sum(y) == 4, "1 x N")
function [s : scalar, n : int] = __kernel__ outputs(x : vec, pos : int)
  s += x[pos]
  if x[pos] > 2
    n += 1
  endif
endfunction
[s, n] = parallel_do(5, [1,2,3,4,5], outputs)
assert(s == 15 && n == 3, "kernel output arguments")
y = zeros(3)
parallel_do(3, y, __kernel__ (y : vec, pos : int) -> y[pos] = pos*2)
assert(all(y == [0,2,4]), "a kernel lambda")
print "ok"
