% proves: 12.3 what `-`, `abs` and `transpose` make of a local vector of small integers holds what it holds interpreted: plain integers, bytes, bytes
% expect: stdout
%> [ 303, -250, -1, 0]
%> [ 47, 250, 255, 0]
%> [ 47, 250, 255, 7]
%> [ 300, 128, -1, 4]

function [] = __kernel__ negative(y : mat, pos : int)
  v : vec[uint8](4) = vec[uint8](4)
  v[0] = 3
  v[1] = 250
  w = -v
  w[0] = 300 + pos
  w[2] = -1.5
  y[pos, 0..3] = w
end
function [] = __kernel__ size_of(y : mat, pos : int)
  v = vec[uint8](4)
  v[1] = 250
  w = abs(v)
  w[0] = 300 + pos
  w[2] = -1.5
  y[pos, 0..3] = w
end
function [] = __kernel__ turned(y : mat, pos : int)
  v = vec[uint8](4)
  v[1] = 250
  w = transpose(v)
  w[0, 0] = 300 + pos
  w[2, 0] = -1.5
  w[3, 0] += 263
  for k = 0..3
    y[pos, k] = w[k, 0]
  end
end
function [] = __kernel__ signed_negative(y : mat, pos : int)
  v = vec[int8](4)
  v[1] = -128
  w = -v
  w[mod(pos, 3)] = 300
  w[2] = -1.5
  w[3] = 4
  y[pos, 0..3] = w
end
function [] = main()
  y = zeros(20, 4)
  parallel_do(20, y, negative)
  print y[3, :]
  parallel_do(20, y, size_of)
  print y[3, :]
  parallel_do(20, y, turned)
  print y[3, :]
  parallel_do(20, y, signed_negative)
  print y[3, :]
end
