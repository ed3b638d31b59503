% proves: 2.4.1 slices of any length in kernels: reductions, element-wise expressions, stores, whole arrays, ranges
% expect: stdout
%> [ 4695, 96, 94.9, 4173, 0, 91, 300381, 514.62317, 1, 1, 14, 2485, 7692, 1.0047057, 431674, -4695, 6081]
%> [ 4716, 96, 95.32, 4179, 0, 1, 301074, 511.53592, 1, 1, 14, 2556, 7856, 1.0047269, 431674, -4716, 6081]
%> [ 4737, 96, 95.74, 4282, 0, 8, 302061, 519.8077, 1, 1, 14, 2628, 7923, 1.0047479, 431674, -4737, 6081]
%> [ 4758, 96, 96.16, 4385, 0, 15, 303342, 530.11414, 1, 1, 14, 2701, 7893, 1.004769, 431674, -4758, 6081]
%> [ 4779, 96, 96.58, 4488, 0, 22, 304917, 542.33936, 1, 1, 14, 2775, 7863, 1.0047902, 431674, -4779, 6085]
%> 414592.5 [ 1, 2, 3, 33.5, 40, 46.5, 4.5, 11, 17.5, 24]113.5
%> [ 12374, 12395, 12416, 12437, 12458]
function [] = __kernel__ rows(x : mat, s : mat, pos : int)
    r = x[pos,:]
    s[pos,0] = sum(r)
    s[pos,1] = max(r)
    s[pos,2] = mean(x[pos,:] .* 2 + 1)
    s[pos,3] = sum(x[:,pos])
    s[pos,4] = min(abs(x[pos,2..numel(r)-3] - 50))
    s[pos,5] = r[7]
    s[pos,6] = dotprod(r, x[pos,:])
    s[pos,7] = norm(x[:,pos])
    s[pos,8] = any(r > 95)
    s[pos,9] = all(r >= 0)
    s[pos,10] = numel(x[pos,3..2..30])
    s[pos,11] = sum(0..pos+70)
    s[pos,12] = sum(x[pos..pos+1,0..80])
    s[pos,13] = prod(1.0 + x[pos,:] / 1e6)
    s[pos,14] = sum(x)
    s[pos,15] = sum(-r)
    s[pos,16] = sum(max(r, 50))
endfunction
x = zeros(90,100)
for i=0..89
for j=0..99
 x[i,j] = mod(i*7+j*13, 97)
endfor
endfor
s = zeros(5,17)
parallel_do(5, x, s, rows)
for i=0..4
  print s[i,:]
endfor
function [] = __kernel__ stores(y : mat, x : mat, pos : int)
    y[pos,:] = x[pos,:] .* 2 + pos
    y[pos,3..numel(x[pos,:])-30] = 7
    y[pos,:] += x[pos,:]
    y[pos,:] = y[pos,:] * 0.5
    y[pos,0..2] = [1,2,3]
endfunction
y = zeros(90,100)
parallel_do(90, y, x, stores)
print sum(y), " ", y[3,0..9], y[80,95]
function s = __device__ total(v : vec)
   s = 0.0
   for e = v
     if e > 90
        continue
     endif
     s += e
   endfor
endfunction
function [] = __kernel__ pass(o : vec, x : mat, v : vec, pos : int)
   o[pos] = total(x[pos,:]) + total(v) + total(0..99)
   k = 0
   for e = x
     k += 1
     if e == 55
       break
     endif
   endfor
   o[pos] += k
endfunction
o = zeros(5)
parallel_do(5, o, x, 0..200, pass)
print o
