% proves: 8.3, 14 kernels make complex arrays, change their elements and take numbers between two ends, of known and of other lengths
% expect: stdout
%> [ 1+3i, 2+6i, 0+0i, 0+0i]
%> [ -1+3i, 2-1i, 4+4i, 0+0i]
%> [ 0+7i, 5+2i, 6+0i, 8+0i]
%> [ 1.5+0.5i, 2+0i, 3+0i, 4+0i]
%> [ 3, 3.25, 3.5, 3.75, 4]
%> [ 0.5, 5, 3, 1.75, 12.25]
%> [ 10, 0, 0, 0, 100]

function [] = __kernel__ small(y : cmat, pos : int)
  c = czeros(3)
  c[0] = complex(1, pos)
  c[1] = c[0] * 2
  y[pos, 0..2] = c
end
function [] = __kernel__ computed(y : cmat, x : cmat, pos : int)
  c = x[pos, 0..2]
  for k = 0..1
    c[mod(pos + k, 3)] += complex(k, 1)
  end
  c[0] *= 1i
  c[1] -= complex(2, 1)
  c[2] = 4
  c[pos..pos+1] = 1i + c[1]
  c[2] += 4i
  y[pos, 0] = c[0] * 1i
  y[pos, 1] = 2 - 1i
  y[pos, 2] = c[2]
end
function [] = __kernel__ open(y : cmat, n : int, pos : int)
  c = czeros(n)
  d = czeros(n, 2)
  for k = 0..n-1
    c[k] = complex(k, pos)
    d[k, 1] = c[k] * 2
  end
  c[3] += 2
  y[pos, 0] = complex(0, imag(sum(c)) - 2 * pos)
  y[pos, 1] = c[3] + complex(0, 2 - pos)
  y[pos, 2] = d[3, 1] - complex(0, 2 * pos)
  y[pos, 3] = d[4, 1] + d[2, 0] - complex(0, 2 * pos)
end
function [] = __kernel__ part(y : cmat, x : cmat, n : int, pos : int)
  c = x[pos, 0..n-1]
  c[0] = c[0] + complex(0.5, 0.5)
  y[pos, 0..n-1] = c
end
function [] = __kernel__ between(y : mat, pos : int)
  y[pos, 0..4] = linspace(0, 1, 5) + pos
end
function [] = __kernel__ between_open(y : mat, n : int, pos : int)
  v = linspace(0.5, pos + 2, n)
  y[pos, 0] = v[0]
  y[pos, 1] = v[n - 1]
  y[pos, 2] = numel(linspace(1, 2, 3))
  y[pos, 3] = linspace(1, 2, 5)[3]
  y[pos, 4] = sum(linspace(0.5, pos, n))
end
function [] = __kernel__ usual(y : mat, pos : int)
  v = linspace(10, 0)
  y[pos, 0..4] = [v[0], v[99], 0, sum(linspace(3, 4, 0)), numel(v)]
end
function [] = main()
  c = czeros(8, 4)
  parallel_do(8, c, small)
  print c[3, :]
  x = czeros(8, 4)
  parallel_do(1, c, x, computed)
  x[0, :] = c[0, :]
  print [complex(-1, 3), x[0, 1], x[0, 2], x[0, 3]]
  parallel_do(8, c, 5, open)
  print [c[3, 0] - complex(real(c[3, 0]), 2), c[3, 1], c[3, 2], c[3, 3]]
  x[2, :] = [1, 2, 3, 4]
  parallel_do(8, c, x, 4, part)
  print c[2, :]
  y = zeros(8, 5)
  parallel_do(8, y, between)
  print y[3, :]
  parallel_do(8, y, 7, between_open)
  print y[3, :]
  parallel_do(8, y, usual)
  print y[3, :]
end
