% proves: 4.4 a launch inside a kernel is a loop of the work item: grids of several dimensions, early ends, private arrays, lambdas
% expect: stdout
%> [:,:,0] =
%> [ 0, 2.5, 1.5, 2.25]
%> [:,:,1] =
%> [ 25, 0, 9, 9.75]
%> [:,:,2] =
%> [ 50, 52.5, 0, 17.25]
%> [:,:,3] =
%> [ 22.5, 23.25, 24, 0]
%> [:,:,4] =
%> [ 30, 30.75, 31.5, 32.25]83200
%> [:,:,0] =
%> [ 5, 2.5, 1.5, 2.25]
%> [:,:,1] =
%> [ 24, 0, 9, 9.75]
%> [:,:,2] =
%> [ 49, 52.5, 0, 17.25]
%> [:,:,3] =
%> [ 21.5, 23.25, 24, 0]
%> [:,:,4] =
%> [ 29, 30.75, 31.5, 32.25]83223
%> [ 6.5, 5, 7]990
%> [ 21, 28, 36, 45, 55]57600
%> [ 31.5, 38.5, 46.5, 55.5, 65.5]63450
%> [ 163, 188, 215, 244, 227]149380

function [] = __kernel__ cell2(y : cube, r : int, k : scalar, pos : ivec2)
  if pos[0] == pos[1]
    return
  endif
  y[r, pos[0], pos[1]] += k * (pos[0] + 10 * pos[1])
end
function [] = __kernel__ outer2(y : cube, x : vec, pos : int)
  k = 0.25 * x[pos]
  parallel_do(size(y, 1..2), y, pos, k, cell2)
  parallel_do([2, 3], y, pos, k + 1, cell2)
end
function [] = __kernel__ item(y : cube, r : int, n : int, pos : int)
  k = 0
  while k < n
    if y[r, 0, pos] > 5
      y[r, 0, pos] -= 0.5
      return
    endif
    y[r, 0, pos] += 1.25
    k += 1
  end
end
function [] = __device__ many(y : cube, r : int, n : int)
  serial_do(size(y, 2), y, r, n, item)
end
function [] = __kernel__ outer3(y : cube, pos : int)
  many(y, pos, mod(pos, 7))
  many(y, pos, 1)
end
function [] = __kernel__ tally(s : vec, v : vec3, pos : int)
  s[pos] += v[pos] + 1
  v[pos] = 0
end
function [] = __kernel__ outer4(y : cube, t : mat, pos : int)
  s = [1.0, 2.0, 3.0]
  v = [0.5 * pos, 1, 2]
  parallel_do(3, s, v, tally)
  parallel_do(3, s, v, tally)
  t[pos, :] = s + 100 * v
end
function [] = __kernel__ in5(y : mat, a : int, b : int, pos : int)
  y[a, b] += pos
end
function [] = __kernel__ mid5(y : mat, a : int, pos : int)
  parallel_do(a + pos, y, a, pos, in5)
end
function [] = __kernel__ out5(y : mat, pos : int)
  parallel_do(size(y, 1), y, pos, mid5)
end
function [] = __kernel__ out7(y : mat, w : scalar, pos : int)
  v = w * pos
  parallel_do(size(y,1), __kernel__ (pos : int) -> y[int(v / w), pos] += v)
end
function [] = __kernel__ lin(y : mat, r : int, pos : int)
  y[r, mod(pos, 5)] += pos
end
function [] = __kernel__ any(y : mat, r : int, pos)
  y[r, pos] = 2 * y[r, pos] + pos
end
function [] = __kernel__ out8(y : mat, pos : int)
  parallel_do([3, 4, 2], y, pos, lin)
  parallel_do(5, y, pos, any)
end
y = zeros(40, 4, 5)
parallel_do(40, y, 0.0..39, outer2)
print y[3,:,:], sum(y)
parallel_do(40, y, outer3)
print y[3,:,:], sum(y)
t = zeros(40, 3)
parallel_do(40, y, t, outer4)
print t[7,:], sum(t)
z = zeros(40, 5)
parallel_do(40, z, out5)
print z[7,:], sum(z)
parallel_do(40, z, 1.5, out7)
print z[7,:], sum(z)

parallel_do(40, z, out8)
print z[7,:], sum(z)
