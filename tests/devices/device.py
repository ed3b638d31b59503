# What is tested of the devices of every driver: where kernels run, copies, the cache, memory, Stop.
# SPDX-License-Identifier: Apache-2.0
import glob
import hashlib
import json
import os
import signal
import struct
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, os.pardir))
from limits import Limits  # noqa: E402
from parts import part_of  # noqa: E402

LANGUAGE = os.path.join(HERE, os.pardir, "language")
PROGRAM = """function [] = __kernel__ twice(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos]
endfunction
function [] = __kernel__ checked(x : vec'checked, pos : int)
  x[pos+1] = x[pos]
endfunction
x = reshape(linspace(1,1,60000),[200,300])
y = zeros(200,300)
parallel_do(size(x),x,y,twice)
s = 0.0
for m=0..199
  for n=0..299
    s += y[m,n]
  endfor
endfor
print s
z = zeros(500)
{!serial for}
for k=1..499
  z[k] = 0.5*z[k-1] + 1
endfor
print z[499]
try
  parallel_do(500, z, checked)
catch e
  print e
endtry
"""
OUTPUT = "120000\n2\nindex 500 is outside x, a vector of 500 elements: its indices are 0 to 499\n"
COPIES = """x = reshape(linspace(1,1,60000),[300,200])
y = zeros(300,200)
for k=1..3
  for m=0..size(y,0)-1
    for n=0..size(y,1)-1
      y[m,n] = k*x[m,n]
    endfor
  endfor
  y[0,0] = 5
endfor
print y[0,0]+y[1,1]
"""
# Calls of built-in functions between two kernels: line 8 takes x to the device, line 25 a part back.
PIPELINE = """function [] = __kernel__ spread(x : mat, y : mat, pos : ivec2)
  y[pos] = mod(7*x[pos[0],pos[1]] + pos[1], 31)
endfunction
x = reshape(linspace(0,119999,120000),[300,400])
y = zeros(300,400)
w = uninit(300,1300)
v = ones(300,1300)
parallel_do(size(y), x, y, spread)
y = transpose(y)
y = fliplr(y)
y = circshift(y, [3,-5])
y = reshape(y, [200,600])
z = y[10..149,:]
z = repmat(z, [1,2])
z = cat(0, z, z)
w[5..284,50..1249] = z
w[0..4,:] = 3
w[285..299,:] = copy(w[20..-1..6,:])
w[:,0..49] = -1
w[:,1250..1299] = w[:,50..99]
z = rot90(w)
z = shuffledims(z, [1,0])
z = flipud(z)
parallel_do(size(v), z, v, spread)
print v[0..3,100..107]
"""
# Products of matrices and vectors, of whole numbers that single precision holds, between kernels.
PRODUCTS = """function [] = __kernel__ spread(x : mat, y : mat, pos : ivec2)
  y[pos] = mod(3*x[pos[0],pos[1]] + pos[0]*pos[1], 7) - 3
endfunction
x = reshape(linspace(0,89999,90000),[300,300])
a = zeros(300,300)
parallel_do(size(a), x, a, spread)
b = a*transpose(a)
parallel_do(size(b), b, b, spread)
c = b*a[:,0..69]
u = transpose(c[:,3])*a
v = a*b[:,7]
w = zeros(300,70)
parallel_do(size(w), c, w, spread)
s = sum(b, 0)
t = mean(a, 1)
big = reshape(a, [30,100,30])
q = sum(big, 1)
r = sum(reshape(a, [1,90000]), 1)
h = (b+4) ./ (b < 3)
f = sum(h, 0)
g = mean(h, 1)
print w[297..299,0..7], u[0,290..299], transpose(v[290..299,0])
print s[0,290..299], transpose(300*t[290..299,0]), q[3,0,4..9], r
print f[0,0..4], transpose(g[0..4,0])
try
  print a*c*a
catch e
  print e
endtry
print size(a*b[3,:]), size(a[:,0]*a[3,:])
"""
# Library calls between two kernels: x is all that goes to the device; what lines 19, 20, 22 and 23 ask for comes back.
LIBRARY = """function [] = __kernel__ spread(x : mat, y : mat, pos : ivec2)
  y[pos] = mod(7*x[pos[0],pos[1]] + pos[1], 31)
endfunction
x = reshape(linspace(0,119999,120000),[300,400])
y = zeros(300,400)
parallel_do(size(y), x, y, spread)
r = rand(300,600)
g = randn(300,600)
a = cumsum(y, 0)
b = sort(transpose(a), 1)
[c, p] = sort(b, 0, "descend")
d = mean(reshape(c, [400,3,100]), 1)
e = cumprod(reshape(d, [400,100])/5e3, 1)
f = prod(r + 0.5, 0)
u = sum(g, 0)
t = cumsum(r > 0.5, 1)
w = zeros(300,400)
parallel_do(size(w), transpose(c), w, spread)
n = norm(w)
q = find(w > 29)
z = irealfft2(fft2(w) .* 2)
print n, q[size(q,0)-3..size(q,0)-1,:], e[7,90..99], p[3,0..9]
print f[0,0..9], round(100*u[0,0..9]), t[7,590..599], all(w >= 0, 0)[0,0..3], any(w > 29, 1)[3..5,0], round(z[7,0..9])
"""
# Pipelines of ten library calls and more: between the kernel that takes x to the device, and the last line.
START = """function [] = __kernel__ spread(x : mat, y : mat, pos : ivec2)
  y[pos] = mod(7*x[pos[0],pos[1]] + pos[1], 31)
endfunction
function [] = __kernel__ count(x : mat, bins : vec[int], pos : ivec2)
  bins[x[pos]] += 1
endfunction
function [] = __kernel__ scale(x : mat, y : mat[int], pos : ivec2)
  y[pos] = 100000*x[pos]
endfunction
x = reshape(linspace(0,7679,7680),[80,96])
y = zeros(80,96)
parallel_do(size(y), x, y, spread)
"""
# For each the bytes of its input besides x; and of each of its lines, what the host has to know of it: copies, bytes. A
# sum of integers asks whether an int holds it: a byte.
PIPELINES = {
    "filter and normalise": ("""m = mean(y, 0)
s = std(y, 1)
v = var(y, 0)
z = (y - repmat(m, [80,1])) ./ repmat(s, [1,96])
z = z + 0.25*circshift(z, [0,1]) + 0.25*circshift(z, [0,-1])
z = transpose(z)
t = std(transpose(repmat(v, [80,1]))) + std(z) + var(z)
w = cumsum(z, 1)
w = fliplr(w)
q = round(100*mean(w, 0))
print round(100*t), q[0,0..9]
""", {}, {7: (3, 24), 11: (1, 40)}),
    "histogram": ("""bins = zeros[int](31)
parallel_do(size(y), y, bins, count)
b = repmat(bins, [40,20])
u = cumsum(b, 1)
n = sum(u, 0)
d = reshape(u, [20,1240])
d = flipud(d)
d = shuffledims(d, [1,0])
e = sum(d, 1)
e = circshift(e, [7,0])
k = sort(e, 0)
m = mean(k, 0)
print n[0,600..619], m, k[3..7,0]
""", {"bins": 124}, {4: (1, 1), 5: (1, 1), 9: (1, 1), 13: (3, 104)}),
    "sort and median": ("""a = median(y, 0)
b = sort(y, 1, "descend")
c = median(b, 1)
[d, p] = sort(transpose(y), 0)
e = median(d[10..59,:], 0)
f = repmat(a, [80,1]) - y
g = median(abs(f), 1)
h = cat(1, g, c)
k = std(h, 1)
l = rot90(k)
r = cumsum(l, 1)
print r[0,50..59], a[0,0..9], e[0,5..9], p[7,0..4]
""", {}, {12: (4, 120)}),
    "Fourier filter": ("""s = fft2(y[0..58,0..61])
m = circshift(s, [29,31])
m = fftshift2(m)
e = sum(abs(s), 0)
s = s .* 0.5
z = irealfft2(s)
t = real(ifft2(fft2(transpose(z))))
w = repmat(t, [2,2])
w = flipud(w)
v = var(w, 1)
a = mean(v, 0)
print round(10*e[0,10..14]/59), round(100*a), round(2*t[7,0..9])
""", {}, {12: (3, 64)}),
    "whole numbers": ("""i = zeros[int](80,96)
parallel_do(size(y), y, i, scale)
a = sum(i, 0)
b = cumsum(i, 0)
c = sum(100*i, 1)
d = repmat(a, [80,1])
e = mean(d, 1)
f = transpose(a)
g = var(f, 1)
h = std(i, 0)
l = sort(i, 1)
print a[0,0..9], b[79,0..3], c[0..3,0], round(e[0..3,0]), round(h[0,0..3]), l[3,0..4], g[0..2,0]
""", {}, {3: (1, 1), 4: (1, 1), 5: (1, 1), 12: (7, 152)}),
    "masks and conversions": ("""i = int(y*100)
b = uint8(y)
c = i + b
d = [y, y]
e = cat(1, y, b, y > 3)
f = sum(e, 0)
m = y > 15
s = y[m]
y += 1
k = any(y > 30)
a = int16(c)
p = sort(s)
r = reshape(d, [160,96])
r *= 2
q = y[y > 20]
print f[0,0..9], k, a[3,0..4], p[0..9], sum(q), r[159,0..4]
""", {}, {2: (1, 1), 8: (1, 4), 11: (1, 1), 15: (1, 4), 16: (4, 110)}),
    "random": ("""seed(8)
r = randi(1000, 160, 120)
g = randi(7, 20000)
a = r .* r
b = sum(r, 0)
c = cumsum(r, 1)
d = median(r, 1)
e = sort(reshape(g, [100,200]), 0)
f = std(rand(160, 120), 0)
h = var(randn(160, 120), 1)
print r[0,0..9], g[19990..19999], b[0,0..9], c[7,110..119], d[0..9,0], e[50,0..9], round(100*f[0,0..9])
print round(100*h[0..9,0]), a[3,0..9]
""", {}, {5: (1, 1), 6: (1, 1), 11: (7, 280), 12: (2, 80)}),
}
LIMITED = """x = cell(8)
for k=0..7
  x[k] = ones(300,300)
endfor
function [] = __kernel__ add(x : mat, y : mat, pos : ivec2)
  y[pos] = y[pos] + x[pos]
endfunction
{!sched mode=gpu}
for t=1..3
  for k=0..6
    parallel_do(size(x[k]),x[k],x[k+1],add)
  endfor
endfor
print x[7][3,5]
"""
FULL = """function [] = __kernel__ endless(x : vec, pos : int)
  k = 0
  while x[pos] < 1
    k = mod(k+1,1000)
  endwhile
  x[pos] = k
endfunction
function [] = __kernel__ add(x : vec, y : vec, pos : int)
  y[pos] = y[pos] + x[pos]
endfunction
x = zeros(100000)
y = ones(100000)
z = ones(100000)
print "begins"
parallel_do(64, x, endless)
parallel_do(100000, y, z, add)
print z[3]
"""
SHARED = """function [] = __kernel__ add(x : vec, y : vec, pos : int)
  y[pos] = y[pos] + x[pos]
endfunction
{!sched mode=gpu}
x = cell(4)
for k=0..3
  x[k] = ones(100000)
endfor
s = 0.0
for k=1..60
  parallel_do(100000, x[2], x[3], add)
  syncthreads
  parallel_do(100000, x[0], x[1], add)
  s += x[2][3] + x[3][5]
  x[1][0] = 1
  parallel_do(100000, x[0], x[1], add)
  {!transfer vars=x[3]; target=gpu}
  x[0][0] = 1
  x[2][0] = 1
endfor
print s, x[1][7]
"""
TWO_FIT = """<quasar>
  <computation-engine name="Full" short-name="full">
    <DRIVER-device ordinal="0" memory-limit="850k" />
  </computation-engine>
</quasar>
"""
# Beside the CPU; lines 2 and 5 have no room on the device that {!sched} asks for.
BESIDE_CPU = """<quasar>
  <computation-engine name="Beside" short-name="beside">
    <cpu-device />
    <DRIVER-device ordinal="0" memory-limit="850k" />
    <DRIVER-device ordinal="1" memory-limit="8M" />
  </computation-engine>
</quasar>
"""
ASKED = """x = ones(200000)
function [] = __kernel__ twice(x : vec, y : vec, pos : int)
  y[pos] = 2*x[pos]
endfunction
{!sched SCHED}
for k=1..3
  y = zeros(200000)
  parallel_do(200000, x, y, twice)
  z = y + 3*x
endfor
{!sched mode=auto}
parallel_do(200000, y, z, twice)
print z[7]
"""
NO_ROOM = """function [] = __kernel__ add(x : vec, y : vec, z : vec, pos : int)
  z[pos] = x[pos] + y[pos]
endfunction
function [] = __kernel__ twice(x : vec, y : vec, pos : int)
  y[pos] = 2*x[pos]
endfunction
x = ones(100000)
y = zeros(100000)
z = zeros(100000)
parallel_do(100000, x, y, twice)
try
  parallel_do(100000, x, y, z, add)
  print sum(z)
catch e
  print e
endtry
parallel_do(100000, y, x, twice)
print x[99999]
w = ones(200000)
parallel_do(200000, w, w, twice)
print w[5]
"""
ALLOCATED = """function [] = __kernel__ twice(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos]
endfunction
{!alloc mode=gpu, type=pinnedhostmem}
n = 300
x = reshape(linspace(1,1,n*200),[n,200])
y = zeros(n,200)
parallel_do(size(x),x,y,twice)
{!alloc mode=cpu}
z = y + 1
{!alloc type=unifiedmem}
{!alloc mode=gpu}
{!alloc}
w = reshape(linspace(1,1,n*200),[n,200])
print x[3,4], z[5,6], w[3,3]
"""
AGAIN = """function [] = __kernel__ counts(x : vec, y : vec, pos : int)
  k = 0
  while k < x[pos]
    k += 1
  endwhile
  y[pos] = k
endfunction
function [] = __kernel__ takes_long(x : vec, pos : int)
  k = 0
  for i=0..999999
    for j=0..999999
      k = mod(3*k+j,1000)
    endfor
  endfor
  x[pos] = k
endfunction
"""
LATE = """function [] = main()
  n = 1000000
  x = linspace(0,1,n)
  y = linspace(1,2,n)
  for round=1..5
    {!sched mode=gpu; gpu_index=0}
    s = 0.0
    for i=0..n-1
      s += sin(x[i])*sin(x[i]+1) + cos(x[i])
    endfor
    {!sched mode=gpu; gpu_index=1}
    t = 0.0
    for i=0..n-1
      t += sin(y[i])*sin(y[i]+1) + cos(y[i])
    endfor
    printf("%.6g %.6g\\n", s, t)
  endfor
endfunction
"""
DEALT = """function [] = __kernel__ add(x : vec, y : vec, k : int, pos : int)
  y[pos] = y[pos] + k*x[pos]
endfunction
function [] = deal(x, y, last)
  {!parallel for; multi_device=true}
  for k = 0..numel(y)-1
    parallel_do(numel(x), x, y[k], k, add)
    parallel_do(numel(x), x, y[k], 1, add)
    if k == last
      return
    endif
  endfor
endfunction
x = ones(2000)
y = cell(6)
for k = 0..5
  y[k] = zeros(2000)
endfor
{!sched gpu_index=1}
deal(x, y, 9)
parallel_do(2000, x, y[0], 1, add)
deal(x, y, 2)
parallel_do(2000, x, y[0], 1, add)
try
  {!parallel for; multi_device=true}
  for k = 0..5
    parallel_do(2000, x, y[k], 1, add)
    if k == 2
      error("enough")
    endif
  endfor
catch e
  parallel_do(2000, x, y[0], 1, add)
endtry
{!parallel for; multi_device=true}
for k = 0..2
  {!parallel for; multi_device=true}
  for j = 0..2
    parallel_do(2000, x, y[3+j], 1, add)
  endfor
  parallel_do(2000, x, y[k], 1, add)
  {!sched mode=cpu}
  parallel_do(2000, x, y[k], 1, add)
endfor
parallel_do(2000, x, y[0], 1, add)
print y[0][7], y[1][8], y[2][9], y[3][0], y[4][1], y[5][2]
"""
DEALT_OUTPUT = "979789\n"
# the device of each launch of DEALT, in the order of the program; c: the CPU
DEALT_PLACES = "001100110011" "1" "001100" "1" "010" "1" "010" "0c" "010" "1c" "010" "0c" "1"
DEALT_PLACES_WITH_CPU = "cc0011cc0011" "1" "cc0011" "1" "c01" "1" "c01" "cc" "c01" "0c" "c01" "1c" "1"
DEALT_PARTS = """function [] = __kernel__ twice(v : vec, pos : int)
  v[pos] = 2*v[pos]
endfunction
x = reshape(linspace(0,1,8*4096), [8, 4096])
y = zeros(8, 4096)
y[3,5] = 1
w = cell(8)
for r=0..7
  w[r] = linspace(r, r+1, 4096)
endfor
{!sched mode=gpu}
{!parallel for; multi_device=true}
for r=0..7
  y[r,:] = 2*x[r,:] + r
  y[r,:] = y[r,:] .* y[r,:] + 1
  parallel_do(4096, w[r], twice)
  y[r,:] = y[r,:] + w[r]
endfor
print y[0,7], " ", y[3,5], " ", y[7,4095]
"""
# Loops that are one kernel each: which can be divided by their rows is told by DIVIDED_LOOPS.
DIVIDED = """n = 600
m = 64
x = zeros(n, m)
y = zeros(n, m)
z = zeros(m, n)
w = zeros(2*n, m)
v = ones(n)
{!parallel for; multi_device=true}
for i=0..n-1
  for j=0..m-1
    x[i,j] = mod(i*7 + j*3, 101)
  endfor
endfor
for k=0..2
  {!parallel for; multi_device=true}
  for i=1..n-2
    for j=1..m-2
      y[i,j] = x[i-1,j] + x[i+1,j] - x[i,j+1]
    endfor
  endfor
  {!parallel for; multi_device=true}
  for i=0..n-1
    for j=0..m-1
      x[i,j] = mod(x[i,j] + y[i,j], 1000)
    endfor
  endfor
endfor
{!parallel for; multi_device=true}
for i=0..n-1
  for j=0..m-1
    z[j,i] = x[i,j]
  endfor
endfor
{!parallel for; multi_device=true}
for i=0..n-1
  for j=0..m-1
    w[2*i+1,j] = x[i,j]
  endfor
endfor
{!parallel for; multi_device=true}
for i=0..n-1
  t = 0.0
  for j=0..m-1
    t = mod(t*3 + x[n-1-i,j], 1024)
  endfor
  v[i] = t
endfor
s = 0.0
{!parallel for; multi_device=true}
for i=0..n-1
  s += v[i]
endfor
h = zeros(16)
{!parallel for; multi_device=true}
for i=0..n-1
  h[mod(v[i],16)] += 1
endfor
print s, " ", h[3], " ", sum(w), " ", sum(z[5,:]), " ", y[n-2,3], " ", sum(y[299..302,7]), " ", v[0], " ", v[n-1]
"""
# (line, devices of two that run it)
DIVIDED_LOOPS = [(9, 2), (16, 2), (22, 2), (29, 1), (35, 2), (41, 2), (50, 1), (55, 1)]
# One array under two names, in parts between which another launch writes.
UNDER_TWO_NAMES = """function [] = __kernel__ slow(w : vec, pos : int)
  t = w[pos+200]
  for k=0..30000
    t = mod(t * 3 + k, 1023)
  endfor
  w[pos+200] = t + 1
endfunction
function [] = __kernel__ shift(x : vec, y : vec, pos : int)
  y[pos+500] = x[pos] + 1
endfunction
function [] = __kernel__ both(x : vec, y : vec, z : vec, pos : int)
  z[pos] = x[pos] + y[pos+500]
endfunction
function [] = __kernel__ between(x : vec, z : vec, pos : int)
  z[pos] += x[pos+200]
endfunction
for r=0..3
  w = zeros(600)
  z = zeros(100)
  {!sched mode=cpu}
  parallel_do(100, w, slow)
  {!sched mode=gpu}
  parallel_do(100, w, w, shift)
  print sum(w[200..299]), " ", sum(w[500..599])
  w = zeros(600)
  {!sched mode=cpu}
  parallel_do(100, w, slow)
  {!sched mode=gpu}
  parallel_do(100, w, w, z, both)
  parallel_do(100, w, z, between)
  print sum(z)
endfor
"""
# In each turn a row of the first share fails, and one of the last; rows before the first of them are complete.
FAILED_ROWS = """n = 600
m = 8
u : vec'checked = ones(10)
for k=0..5
  w = zeros(n, m)
  c = zeros(n)
  c[20*k+7] = 20 + k
  c[599] = 90
  try
    {!parallel for; multi_device=true}
    for i=0..n-1
      for j=0..m-1
        w[i,j] = u[c[i]]
      endfor
    endfor
    print sum(w)
  catch e
    print e
  endtry
  print sum(w[0..20*k+6,:])
endfor
"""
# Prints how many rows GPUs have had, the sum of all of y, and what is wrong of z.
FORMS = """n = 300
m = 32
function r : scalar = __device__ on_gpu(a : scalar, b : scalar)
  if $target("gpu")
    r = a
  else
    r = b
  endif
endfunction
function [] = work(x : mat, v : mat, y : mat, w : mat, z : mat, n : int, m : int)
  {!parallel for; multi_device=true}
  for i=0..n-1
    for j=0..m-1
      y[i,j] = on_gpu(2*x[i,j], v[i,j] - 3)
      w[i,j] = on_gpu(1, 0)
      z[i,j] = on_gpu(0, 1)
    endfor
  endfor
endfunction
x = 6*ones(n, m)
v = 15*ones(n, m)
y = zeros(n, m)
w = zeros(n, m)
z = zeros(n, m)
work(x, v, y, w, z, n, m)
printf("%d %d %d\\n", sum(w[:,0]), sum(y), sum(abs(w + z - 1)))
"""
# Blocks of a launch of which a part may go to each device.
BLOCKS = """function [] = __kernel__ turned(y : mat, pos : ivec2, blkpos : ivec2, blkdim : ivec2, blkidx : ivec2)
  s = shared(16)
  if blkpos[1] == 0
    s[blkpos[0]] = pos[0]
  endif
  syncthreads
  y[pos[0],pos[1]] = s[15-blkpos[0]]*10000 + blkidx[0]*100 + blkpos[0]
endfunction
for k=0..3
  y = zeros(256, 16)
  parallel_do([[256,16],[16,16]], y, turned)
  for i=0..16..255
    print y[i+1,0]
  endfor
endfor
"""
CONTRACTED = """function [] = __kernel__ product(a : vec, b : vec, t : vec, pos : int)
  t[pos] = a[pos]*b[pos]
endfunction
function [] = __kernel__ plus(t : vec, c : vec, y : vec, pos : int)
  y[pos] = t[pos] + c[pos]
endfunction
function [] = __kernel__ within(a : vec, b : vec, c : vec, y : vec, pos : int)
  y[pos] = a[pos]*b[pos] + c[pos]
endfunction
function [] = __kernel__ across(a : vec, b : vec, c : vec, y : vec, pos : int)
  t = a[pos]*b[pos]
  y[pos] = t + c[pos]
endfunction
n = 65536
seed(3)
a = rand(n)
b = rand(n)
c = rand(n)
t = zeros(n)
y = zeros(n)
u = zeros(n)
w = zeros(n)
parallel_do(n, a, b, t, product)
parallel_do(n, t, c, y, plus)
parallel_do(n, a, b, c, u, within)
parallel_do(n, a, b, c, w, across)
print sum(u != y), " ", sum(w != y)
"""
ENDLESS = """function [] = __kernel__ endless(x : vec, pos : int)
  k = 0
  while x[pos] < 1
    k = mod(k+1,1000)
  endwhile
  x[pos] = k
endfunction
function [] = __kernel__ waits(x : vec'unchecked, pos : int, blkpos : int)
  s = shared(64)
  s[blkpos] = x[pos]
  syncthreads
  k = 0
  while s[63-blkpos] < 1
    k = mod(k+1,1000)
  endwhile
  syncthreads
  x[pos] = k
endfunction
function [] = __kernel__ takes_long(x : vec, pos : int)
  k = 0
  if x[pos] < 1
    for i=0..999999
      for j=0..999999
        k = mod(3*k+j,1000)
      endfor
    endfor
  endif
  x[pos] = k
endfunction
for t=0..1
  x = (1-t)*ones(64) % the first launch ends at once: then the kernel is compiled
  if NUMBER == 1
    parallel_do(64, x, endless)
  elseif NUMBER == 2
    parallel_do([64], [64], x, waits)
  else
    parallel_do(64, x, takes_long)
  endif
  y = x[3]
  print "begins"
endfor
"""


# The first launch compiles.
RUNNING = """function [y, s] = running(x : vec, s : scalar)
  y = zeros(numel(x))
  for i=0..numel(x)-1
    q = 0.0
    for k=1..100
      q += sin(x[i]*k)
    endfor
    s += q
    y[i] = s
  endfor
endfunction
[y, s] = running(linspace(0.1, 1, 20000), 0)
[y, s] = running(linspace(0.1, 1, 20000), 0)
print numel(y)
"""


def write(path, text):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def seal(data):
    return data + b"RSKERN01" + struct.pack("<Q", len(data)) + hashlib.sha256(data).digest()


def processor_seconds(pid):
    """What a process, and those that it has waited for, have used of processors in code of their own."""
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[13])) / os.sysconf("SC_CLK_TCK")


def wait_for_work(run, seconds):
    """Until its kernel, which is all that it does, has used so much of the processors."""
    before, until = processor_seconds(run.pid), time.monotonic() + 60
    while processor_seconds(run.pid) < before + seconds:
        assert run.poll() is None and time.monotonic() < until
        time.sleep(0.02)


TARGETS = """function [] = __kernel__ tell(y : vec, pos : int)
    if $target("nvidia_cuda")
        y[0] = 1
    elseif $target("opencl")
        y[1] = 1
    endif
    y[2] = $target("gpu") && !$target("cpu")
endfunction
function [] = __kernel__ for_gpus(y : vec, pos : int)
    {!kernel name="for_gpus"; target="gpu"}
    y[pos] = 1
endfunction
function [] = __kernel__ for_cpus(y : vec, pos : int)
    {!kernel name="for_cpus"; target="cpu"}
    y[pos] = 1
endfunction
y = zeros(3)
parallel_do(1, y, tell)
print y[0], y[1], y[2], 0 + $target("gpu"), schedule(3, y, {for_gpus, for_cpus})
"""


SMALL_PARTS = """function [] = __kernel__ double(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos]
endfunction
x = reshape(mod(0..99999, 7), [250,400]) * 1.0
y = zeros(250, 400)
parallel_do(size(x), x, y, double)
s = 0
for i=0..199
  s += sum(sort(y[i..i+2,i]))
endfor
print s
s = 0
for i=0..39
  parallel_do(size(x), x, y, double)
  s += sum(sort(y[i..i+2,i]))
endfor
print s
"""


def seeds_of_today(n, days=4):
    """Of the seeds 1 to n those of today: so many days have all."""
    return part_of(list(range(1, n + 1)), f"today/{days}")


class Driver(Limits):
    """A command, the name of a driver, and what the environment has to be for it."""

    def __init__(self, command, name, **environment):
        self.command, self.name = command, name
        self.environment = {**os.environ, **environment}

    def run(self, *words, status=0, **environment):
        done = subprocess.run([self.command, *words], capture_output=True, text=True, timeout=300,
                              stdin=subprocess.DEVNULL, env={**self.environment, **environment}, check=False)
        assert done.returncode == status, (words, environment, done)
        return done

    def list(self, **environment):
        listed = json.loads(self.run("devices", "--json", **environment).stdout)
        return [device for device in listed if device["name"].split(":")[0] == self.name]

    def query(self, trace, text):
        return self.run("trace", "query", "--csv", text, trace).stdout.splitlines()[1:]

    def test_alloc(self, folder):
        """{!alloc mode=gpu} brings the next array that a variable gets to the device, where it is made; mode=cpu to
        the host; {!alloc} takes it back, and numbers leave it for what comes."""
        program, trace = os.path.join(folder, "allocated.q"), os.path.join(folder, "allocated.rstrace")
        texts = {"with": ALLOCATED,
                 "without": ALLOCATED.replace(" mode=gpu, type=pinnedhostmem}", "}").replace(" mode=cpu}", "}")}
        copies = {}
        for name, text in texts.items():
            write(program, text)
            assert self.run("run", "-d", self.name, "--profile", trace, program).stdout == "131\n"
            copies[name] = self.query(trace, "select line, detail, b from named_events where kind = 'copy' and b = "
                                             "240000 order by start")
        device = self.name if ":" in self.name else self.name + ":0"
        assert copies == {"with": [f"6,host->{device},240000", f"10,{device}->host,240000"],
                          "without": [f"1,host->{device},240000", f"15,{device}->host,240000"]}, copies

    def count_evictions(self, trace, device):
        return int(self.query(trace, "select count(*) from named_events where kind = 'evict' and detail = "
                                     f"'{device}'")[0])

    def get_compiled(self, trace):
        """1: found in the cache, 0: compiled; of the kernels of the device."""
        return self.query(trace, "select a from named_events where kind = 'compile' and name = 'twice'")

    def test_late(self, folder, **environment):
        """A sum that nobody reads yet is not waited for: the next one, on another device, begins while it is made."""
        program, trace = os.path.join(folder, "late.q"), os.path.join(folder, "late.rstrace")
        write(program, LATE)
        done = self.run("run", "-d", f"{self.name}:0,{self.name}:1", "--profile", trace, program, **environment)
        assert done.stdout == self.run("run", "-d", "interp", program).stdout, done
        first = "select max(start) from named_events where kind = 'launch' and line = 8 and start < k.end"
        begun = f"select min(start) from named_events where kind = 'launch' and line = 13 and start > ({first})"
        early = self.query(trace, f"select count(*) from named_events k where kind = 'kernel' and line = 8 "
                                  f"and ({begun}) < k.end")
        assert int(early[0]) >= 3, early

    def test_dealt(self, folder, **environment):
        """{!parallel for; multi_device=true}: iteration after iteration goes to the next device, the CPU among them
        where it is named, and behind the loop, however it was left, launches go where they went before; results are
        those of one device."""
        program, trace = os.path.join(folder, "dealt.q"), os.path.join(folder, "dealt.rstrace")
        write(program, DEALT)
        for devices, expected in (("cpu", 40 * "c"), (self.name, DEALT_PLACES.replace("1", "0")),
                                  ("{0}:0,{0}:1", DEALT_PLACES), ("cpu,{0}:0,{0}:1", DEALT_PLACES_WITH_CPU)):
            devices = devices.format(self.name)
            done = self.run("run", "-d", devices, "--profile", trace, program, **environment)
            assert done.stdout == DEALT_OUTPUT, (devices, done)
            places = self.query(trace, "select track from named_events where kind = 'kernel' and name = 'add' "
                                       "order by parent")
            places = "".join("c" if place == "cpu" else place[-1] for place in places)
            assert places == expected, (devices, places)

    def test_dealt_parts(self, folder, **environment):
        """Iterations that are dealt out and use rows of arrays by ranges: each device gets the rows that it works with,
        once, and gives back what is asked for."""
        program, trace = os.path.join(folder, "dealt-parts.q"), os.path.join(folder, "dealt-parts.rstrace")
        write(program, DEALT_PARTS)
        done = self.run("run", "-d", f"{self.name}:0,{self.name}:1", "--profile", trace, program, **environment)
        assert done.stdout == self.run("run", "-d", "cpu", program).stdout, done
        tracks = self.query(trace, "select track, count(*) from named_events where kind = 'kernel' and name like "
                                   "'expression%' group by track order by track")
        assert tracks == [f"{self.name}:0,12", f"{self.name}:1,12"], tracks
        copied = self.query(trace, "select sum(b) from named_events where kind = 'copy'")
        rows = 8 * 4096 * 4
        assert int(copied[0]) == rows * 4, copied # x, y and w there, y back

    def test_divided(self, folder, **environment):
        """A dealt loop that is one kernel is divided by its rows, with the results of one device: each device gets its
        rows and those beside them that it reads. What all write (columns, sums, histograms) is one launch."""
        program, trace = os.path.join(folder, "divided.q"), os.path.join(folder, "divided.rstrace")
        write(program, DIVIDED)
        expected = self.run("run", "-d", "cpu", program).stdout
        for devices in "cpu,{0}:0", "{0}:0,{0}:1":
            devices = devices.format(self.name)
            done = self.run("run", "-d", devices, "--profile", trace, program, **environment)
            assert done.stdout == expected, (devices, done.stdout, expected)
            rows = self.query(trace, "select line, count(distinct track) from named_events where kind = 'kernel' and "
                                     "name like 'loop%' group by line order by line")
            assert rows == [f"{line},{n}" for line, n in DIVIDED_LOOPS], (devices, rows)
        shares = self.query(trace, "select distinct detail from named_events where kind = 'kernel' and line = 22")
        copied = self.query(trace, "select line, sum(b) from named_events where kind = 'copy' and parent > 0 "
                                   "and line in (9, 16, 22, 35) group by line order by line")
        if shares == ["300x64"]: # the devices have not turned out to be unlike on a machine that has much to do
            copies = 1 if self.name == "cuda" else 2 # from one to the other, or through the host
            assert copied == [f"16,{3 * 2 * copies * 64 * 4}"], copied # three times a row each way

    def test_shares(self, folder, **environment):
        """Parts of arrays that launches on several devices use, rows that fail, and blocks: as on one device."""
        for name, text in ("two-names", UNDER_TWO_NAMES), ("failed-rows", FAILED_ROWS), ("blocks", BLOCKS):
            program = os.path.join(folder, f"{name}.q")
            write(program, text)
            expected = self.run("run", "-d", "interp", program).stdout
            ways = [("cpu,{0}:0",), ("{0}:0,{0}:1",), ("cpu,{0}:0,{0}:1",)]
            ways += [("cpu,{0}:0,{0}:1", "--set", f"RUNTIME_STRESS_PLACEMENT={seed}") for seed in seeds_of_today(4)]
            # of one launch with several errors a device may tell any: those that are whole tell nothing
            for devices, *settings in ways[:3] if name == "failed-rows" else ways:
                done = self.run("run", "-d", devices.format(self.name), *settings, program, **environment)
                assert done.stdout == expected, (name, devices, settings, done.stdout, expected)

    def test_forms(self, folder, **environment):
        """What $target chooses in a launch that is divided: each share has its device's, which may use other arrays."""
        program = os.path.join(folder, "forms.q")
        write(program, FORMS)
        for devices in "cpu,{0}:0", "{0}:0,{0}:1", "cpu,{0}:0,{0}:1":
            done = self.run("run", "-d", devices.format(self.name), program, **environment)
            n_gpu, of_y, n_other = (int(word) for word in done.stdout.split())
            is_whole = n_gpu == 300 if "cpu" not in devices else 0 < n_gpu < 300
            assert is_whole and of_y == 300*32*12 and n_other == 0, (devices, done.stdout)

    def test_contraction(self, folder):
        """How many of 65,536 products and sums are one operation, in an expression and in two statements: none where
        mathematics is exact; else all those of the CPU, or none."""
        program = os.path.join(folder, "contracted.q")
        write(program, CONTRACTED)
        exact = ("--set", "COMPILER_EXACT_MATH=true")
        for device in "cpu", self.name:
            assert self.run("run", "-d", device, *exact, program).stdout == "0 0\n", device
        all_of_them = self.run("run", "-d", "cpu", program).stdout.split()[0]
        counts = self.run("run", "-d", self.name, program).stdout.split()
        assert set(counts) <= {"0", all_of_them} and int(counts[0]) >= int(counts[1]), (counts, all_of_them)

    def test_names(self, program, n):
        said = self.run("run", "-d", f"{self.name}:{n}", program, status=2).stderr
        assert f'there is no device "{self.name}:{n}"' in said and said.count("\n") == 1, said
        assert "there is no device" in self.run("run", "-d", f"{self.name}:first", program, status=2).stderr

    def test_places(self, program):
        """Kernels and parallel loops run on the device, serial ones on the CPU beside it; errors are told in the same
        words."""
        done = self.run("run", "-d", self.name, program, RS_DEBUG="launch")
        assert done.stdout == OUTPUT, done
        places = [line for line in done.stderr.splitlines() if line.startswith("launch: ")]
        assert any(f":1: compiled for {self.name}:0" in line for line in places), places
        assert any(f":11: compiled for {self.name}:0" in line for line in places), places
        serial = f"serial for cpu (not for {self.name}:0, since its iterations run one by one"
        assert any(serial in line for line in places), places

    def test_targets(self, folder):
        """$target in a kernel, and the kernel that schedule takes, are the device's."""
        program = os.path.join(folder, "targets.q")
        write(program, TARGETS)
        mine = {"cuda": "101", "opencl": "011"}[self.name]
        assert self.run("run", "-d", self.name, program).stdout == f"{mine}00\n"
        for device in "cpu", "interp":
            assert self.run("run", "-d", device, program).stdout == "00001\n", device

    def test_trace(self, program, folder):
        trace = os.path.join(folder, "t.rstrace")
        self.run("run", "-d", self.name, "--profile", trace, program)
        rows = self.query(trace, "select distinct kind, track, min(end > start) from named_events where kind in "
                                 "('kernel', 'copy') group by kind, track")
        assert f"kernel,{self.name}:0,1" in rows and any(row.startswith("copy,") for row in rows), rows

    def test_running_sums(self, folder):
        """What finds the totals of a loop with running sums is part of its kernel."""
        program, trace = os.path.join(folder, "running.q"), os.path.join(folder, "running.rstrace")
        write(program, RUNNING)
        assert self.run("run", "-d", self.name, "--profile", trace, program).stdout == "20000\n"
        last = self.query(trace, "select k.start - l.start, k.end - k.start from named_events k, named_events l "
                                 "where k.kind = 'kernel' and l.kind = 'launch' and k.a = l.a and k.line = 3 order by "
                                 "k.start")[-1]
        before, kernel = map(int, last.split(","))
        assert before < kernel / 2, last

    def test_copies(self, folder):
        """What a launch reads goes over once, what it overwrites not at all, and what the host asks for comes back;
        each copy has its line and its launch."""
        program, trace = os.path.join(folder, "copies.q"), os.path.join(folder, "copies.rstrace")
        write(program, COPIES)
        assert self.run("run", "-d", self.name, "--profile", trace, program).stdout == "8\n"
        rows = self.query(trace, "select detail, line, b, parent > 0 from named_events where kind = 'copy' "
                                 "order by start")
        assert rows == [f"host->{self.name}:0,4,240000,1"] + 3 * [f"{self.name}:0->host,9,240000,0"], rows

    def test_pipeline(self, folder):
        """Between two kernels arrays stay on the device, whatever built-in functions make of them: what is copied is
        the input of the first kernel and what the program prints. Where the device has no room for the arrays of a
        call, it is the host's, with the same result."""
        program, trace = os.path.join(folder, "pipeline.q"), os.path.join(folder, "pipeline.rstrace")
        write(program, PIPELINE)
        expected = self.run("run", "-d", "cpu", program).stdout
        assert self.run("run", "-d", self.name, "--profile", trace, program).stdout == expected
        rows = self.query(trace, "select detail, line, b, parent > 0 from named_events where kind = 'copy' "
                                 "order by start")
        assert rows == [f"host->{self.name}:0,1,480000,1", f"{self.name}:0->host,25,128,0"], rows
        home = os.path.join(folder, "narrow")
        os.makedirs(os.path.join(home, "redshift"))
        write(os.path.join(home, "redshift", "devices.xml"),
              TWO_FIT.replace("DRIVER", self.name).replace("full", "narrow").replace("850k", "1000k"))
        done = self.run("run", "-d", "narrow", "--profile", trace, program, XDG_CONFIG_HOME=home)
        assert done.stdout == expected, done
        ran = self.query(trace, "select distinct name from named_events where kind = 'kernel' and track like "
                                f"'{self.name}%'")
        assert "transpose" in ran and "rot90" not in ran, ran

    def test_small_parts(self, folder):
        """Host code that takes one small part after another of a device's array gets a copy of all of it, as for
        single elements; while the array changes in between, parts are made where it is."""
        program, trace = os.path.join(folder, "small.q"), os.path.join(folder, "small.rstrace")
        write(program, SMALL_PARTS)
        expected = self.run("run", "-d", "interp", program).stdout
        assert self.run("run", "-d", self.name, "--profile", trace, program).stdout == expected
        parts = [int(n) for n in self.query(trace, "select count(*) from kernels where name = 'part' group by line "
                                                   "order by line")]
        assert len(parts) == 2 and parts[0] < 20 and parts[1] == 40, parts

    def test_library(self, folder, is_processor):
        """A pipeline of library calls copies its input in and its output out, and nothing else; what the host has to
        know on the way is a number each time. On the host's cores the host's library does it."""
        program, trace = os.path.join(folder, "library.q"), os.path.join(folder, "library.rstrace")
        write(program, LIBRARY)
        expected = self.run("run", "-d", "cpu", program).stdout
        assert self.run("run", "-d", self.name, "--profile", trace, program).stdout == expected
        rows = self.query(trace, "select detail, line, b from named_events where kind = 'copy' "
                                 "order by detail, line, b")
        ran = self.query(trace, f"select distinct name from kernels where device like '{self.name}%'")
        if is_processor:
            assert "spread" in ran and "sort" not in ran, ran
            return
        back = ((19, 8), (20, 4), (22, 24), (22, 40), (22, 40), (23, 3), (23, 4), (23, 40), (23, 40), (23, 40),
                (23, 40))
        expected = [f"{self.name}:0->host,{line},{n}" for line, n in back] + [f"host->{self.name}:0,1,480000"]
        assert rows == expected, rows
        calls = ("all", "any", "cumprod", "cumsum", "fft2", "find", "irealfft2", "norm", "prod", "rand", "randn",
                 "sort", "sum", "transpose")
        assert set(calls) < set(ran), ran

    def test_pipelines(self, folder):
        """Pipelines of library calls copy their input in and what the program prints out, and nothing else, but for
        single numbers that the host has to know."""
        program, trace = os.path.join(folder, "pipelines.q"), os.path.join(folder, "pipelines.rstrace")
        for name, (text, others, back) in PIPELINES.items():
            write(program, START + text)
            expected = self.run("run", "-d", "cpu", program).stdout
            done = self.run("run", "-d", self.name, "--profile", trace, program)
            assert done.stdout == expected and done.stderr == "", (name, done, expected)
            sent, fetched = {}, {}
            for row in json.loads(self.run("trace", "transfers", "--json", trace).stdout):
                line = int(row["place"].rsplit(":", 1)[1]) - START.count("\n")
                if row["direction"] == f"host->{self.name}:0":
                    assert row["copies"] == 1, (name, row)
                    sent[row["variable"]] = row["bytes"]
                else:
                    assert row["direction"] == f"{self.name}:0->host", (name, row)
                    copies, n = fetched.get(line, (0, 0))
                    fetched[line] = copies + row["copies"], n + row["bytes"]
            assert sent == {"x": 30720, **others} and fetched == back, (name, sent, fetched)

    def test_built_ins(self, seed, days):
        """Built-in functions whose arrays live on the device give what they give on the host; with a seed, wherever
        launches go, and small arrays, too. So many days run all programs."""
        programs = sorted(glob.glob(os.path.join(LANGUAGE, "14-builtins", "*-on-devices.q")))
        assert len(programs) > 5, programs
        for program in part_of(programs, f"today/{days}"):
            options = ["--double"] if "-double-" in os.path.basename(program) else []
            done = self.run("run", "-d", self.name, "--set", f"RUNTIME_STRESS_PLACEMENT={seed}", *options, program)
            assert done.stdout.endswith("ok\n") and done.stderr == "", done

    def test_cache(self, program, folder):
        """Binaries are kept beside the CPU's kernels; what is damaged, or what the driver does not take, is made
        anew."""
        cache, trace = os.path.join(folder, "cache"), os.path.join(folder, "cache.rstrace")

        def run(*settings):
            done = self.run("run", "-d", self.name, "--set", "RUNTIME_CACHE_DIR=" + cache, *settings, "--profile",
                            trace, program)
            assert done.stdout == OUTPUT, done
            return self.get_compiled(trace)

        def damage(change):
            for name in os.listdir(cache):
                if name.endswith(".bin"):
                    with open(os.path.join(cache, name), "rb") as file:
                        data = file.read()
                    with open(os.path.join(cache, name), "wb") as file:
                        file.write(change(data))

        assert run() == ["0"] and run() == ["1"]
        damage(lambda data: data[:-1])
        assert run() == ["0"] and run() == ["1"]
        damage(lambda data: data[:50] + bytes([data[50] ^ 1]) + data[51:])
        assert run() == ["0"]
        damage(lambda data: seal(b"of another driver"))
        assert run() == ["0"] and run() == ["1"]
        assert run("--set", "COMPILER_EXACT_MATH=true") == ["0"]  # other options

    def test_cache_of_two(self, program, folder):
        """Processes that fill an empty cache at the same time have right results, and what they leave is whole: the
        next one takes all of it, and no file that was being written is left."""
        for i in range(2):
            cache, trace = os.path.join(folder, f"cache-of-two-{i}"), os.path.join(folder, "cache-of-two.rstrace")
            words = ["run", "-d", self.name, "--set", "RUNTIME_CACHE_DIR=" + cache]
            os.mkdir(cache + "-driver") # the driver's own is empty, too
            environment = {**self.environment, "POCL_CACHE_DIR": cache + "-driver"}
            processes = [subprocess.Popen([self.command, *words, program], stdout=subprocess.PIPE,
                                          stderr=subprocess.PIPE, text=True, env=environment) for _ in range(2)]
            for process in processes:
                said = process.communicate(timeout=300)
                assert process.returncode == 0 and said == (OUTPUT, ""), said
            assert self.run(*words, "--profile", trace, program).stdout == OUTPUT
            assert self.get_compiled(trace) == ["1"], self.get_compiled(trace)
            left = [name for name in os.listdir(cache) if name.startswith(".") or "tmp" in name]
            assert not left, left

    def test_products(self, folder, is_processor):
        """What is multiplied, or summed up along a dimension, where it lives, is not fetched: what the first kernel
        reads is copied, and then nothing before line 19. Infinite sums stay infinite. On the host's cores the host's
        library does it."""
        program, trace = os.path.join(folder, "products.q"), os.path.join(folder, "products.rstrace")
        write(program, PRODUCTS)
        expected = self.run("run", "-d", "interp", program)
        for seed in (0, *seeds_of_today(5)):  # 0: nothing is drawn
            done = self.run("run", "-d", self.name, "--set", f"RUNTIME_STRESS_PLACEMENT={seed}", program)
            assert (done.stdout, done.stderr) == (expected.stdout, expected.stderr), (seed, done)
        self.run("run", "-d", self.name, "--profile", trace, program)
        if is_processor:
            assert self.query(trace, "select count(*) from kernels where name in ('product', 'sum', 'mean')") == ["0"]
            return
        copies = self.query(trace, "select line, count(*) from named_events where kind = 'copy' and line < 19 "
                                   "group by line")
        assert copies == ["1,1"], copies
        launched = self.query(trace, "select name, line from kernels where name in ('product', 'sum', 'mean') and "
                                     f"device like '{self.name}%' and line < 19 group by name, line order by line")
        assert launched == ["product,7", "product,9", "product,10", "product,11", "sum,14", "mean,15", "sum,17",
                            "sum,18"], launched

    def _stop(self, folder, number):
        """Seconds from the signal to the end, of time and of processors."""
        program = os.path.join(folder, "endless.q")
        write(program, ENDLESS.replace("NUMBER", str(number)))
        with subprocess.Popen([self.command, "run", "-d", self.name, program], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, env=self.environment) as run:
            assert run.stdout.readline() == "begins\n"
            wait_for_work(run, 0.3)
            used = processor_seconds(run.pid)
            begin, before = time.monotonic(), os.times().children_user
            run.send_signal(signal.SIGINT)
            said = run.communicate(timeout=60)[1]
            assert run.returncode == -signal.SIGINT and said == "stopped\n", (run.returncode, said)
            return time.monotonic() - begin, os.times().children_user - before - used

    def test_full(self, folder):
        """Where two arrays of a launch have room, and no third: it waits for the place of one that is on its way to or
        from the host, and, at Stop, not for ever for that of one which an endless kernel uses."""
        home, program = os.path.join(folder, "full"), os.path.join(folder, "full.q")
        os.makedirs(os.path.join(home, "redshift"))
        write(os.path.join(home, "redshift", "devices.xml"), TWO_FIT.replace("DRIVER", self.name))
        write(program, SHARED)
        for _ in range(3):
            assert self.run("run", "-d", "full", program, XDG_CONFIG_HOME=home).stdout == "1950121\n"
        write(program, FULL)
        with subprocess.Popen([self.command, "run", "-d", "full", program], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True,
                              env={**self.environment, "XDG_CONFIG_HOME": home}) as run:
            assert run.stdout.readline() == "begins\n"
            time.sleep(1)
            run.send_signal(signal.SIGINT)
            try:
                said = run.communicate(timeout=30)[1]
            finally:
                run.kill()
            assert run.returncode == -signal.SIGINT and said == "stopped\n", (run.returncode, said)

    def test_no_room(self, folder):
        """A launch whose three arrays don't fit where two do is computed by the CPU, or, where the program is not to
        slow down unseen, ends with who has the memory, and the next one goes on."""
        home, program = os.path.join(folder, "no-room"), os.path.join(folder, "no-room.q")
        os.makedirs(os.path.join(home, "redshift"))
        write(os.path.join(home, "redshift", "devices.xml"), TWO_FIT.replace("DRIVER", self.name))
        write(program, NO_ROOM)
        done = self.run("run", "-d", "full", program, XDG_CONFIG_HOME=home)
        assert done.stdout == "300000\n4\n2\n", done
        assert done.stderr.count("\n") == 1 and "runs on the CPU" in done.stderr and "[W1003]" in done.stderr, done
        fast = "RUNTIME_GPU_SCHEDULINGMODE=maximizeperformance"
        done = self.run("run", "-d", "full", "--set", fast, program, XDG_CONFIG_HOME=home)
        assert done.stdout.replace("\xa0", " ") == (
            f"the device {self.name}:0 has no memory for 1.1 MiB at a time: arrays may have 850.0 KiB of it; "
            "781.2 KiB are in use by 2 arrays, the largest:\n  390.6 KiB: 100000, `y`, which line 4 of "
            "no-room.q needed\n  390.6 KiB: 100000, `x`, which line 4 of no-room.q needed\n4\n2\n"), done
        done = self.run("run", "-d", f"cpu,{self.name}", "--set", fast, program)
        assert done.stdout == "300000\n4\n2\n" and done.stderr == "", done

    def test_asked_room(self, folder, **environment):
        """Where {!sched} asks for a device that has no room for a launch, each such place is told once."""
        home, program = os.path.join(folder, "asked"), os.path.join(folder, "asked.q")
        os.makedirs(os.path.join(home, "redshift"))
        for text, name, n in ((TWO_FIT, "full", 1), (BESIDE_CPU, "beside", 2)):
            for asked in "mode=gpu", "gpu_index=0":
                write(os.path.join(home, "redshift", "devices.xml"), text.replace("DRIVER", self.name))
                write(program, ASKED.replace("SCHED", asked))
                done = self.run("run", "-d", name, program, XDG_CONFIG_HOME=home, **environment)
                told = [line.split(": ")[0].rsplit(":", 2)[-2] for line in done.stderr.splitlines()]
                is_asked = name == "full" or asked == "gpu_index=0" # elsewhere another device has room
                assert done.stdout == "4\n" and told == (["2", "9"] if is_asked else []), (name, asked, done)
                assert done.stderr.count("[W1003]") == len(told), done

    def test_no_room_for_result(self, folder):
        """What an expression makes may be larger than what it is made of: complex numbers of real ones that have no
        room beside these are computed by the CPU, in the first launch and in those behind it."""
        home, program = os.path.join(folder, "no-room"), os.path.join(folder, "no-room-for-result.q")
        trace = os.path.join(folder, "no-room-for-result.rstrace")
        write(program, "x = ones(80000)\nfor k=1..2\n  z = complex(x + k, 2*x)\n  print sum(real(z)), \" \", z[5]\n"
                       "endfor\n")
        done = self.run("run", "-d", "full", "--profile", trace, program, XDG_CONFIG_HOME=home)
        assert done.stdout == "160000 2+2i\n240000 3+2i\n", done
        assert done.stderr.count("\n") == 1 and ":3:7: warning: this place runs on the CPU" in done.stderr, done
        places = self.query(trace, "select device from kernels where name = 'expression at line 3'")
        assert places == ["cpu", "cpu"], places

    def _stop_and_go_on(self, folder, text):
        """Gives inputs at a prompt: one that is stopped, and others behind it. Returns what these print."""
        program = os.path.join(folder, "again.q")
        write(program, AGAIN)
        with subprocess.Popen([self.command, "repl", "-d", self.name, program], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env=self.environment) as run:
            run.stdin.write("print \"begins\"\n" + text + "\nsyncthreads\n")
            run.stdin.flush()
            assert run.stdout.readline() == "begins\n"
            time.sleep(1)
            run.send_signal(signal.SIGINT)
            assert run.stdout.readline() == "stopped\n"
            return run.communicate("x = ones(64)*3000\ny = zeros(64)\nparallel_do(64, x, y, counts)\n"
                                   "print sum(y)\n", timeout=60)[0]

    def test_again(self, folder):
        """At a prompt the inputs behind one that was stopped compute as those before it: on the device where its
        kernel ended, else, since the device is given up, on the CPU."""
        for text in "parallel_do(2, [1/0, 1/0], zeros(2), counts)", "parallel_do(64, zeros(64), takes_long)":
            said = self._stop_and_go_on(folder, text)
            assert said == "192000\n", (text, said)

    def test_stop_while_compiling(self, folder):
        """A kernel that was stopped while it was compiled is not called interpreted; the next launch compiles it."""
        program = os.path.join(folder, "again.q")
        write(program, AGAIN)
        environment = {**self.environment, "POCL_CACHE_DIR": os.path.join(folder, "cold"), "RS_DEBUG": "launch",
                       "XDG_CACHE_HOME": os.path.join(folder, "cold")}
        with subprocess.Popen([self.command, "repl", "-d", self.name, program], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment) as run:
            run.stdin.write("print \"begins\"\nparallel_do(2, [1/0, 1/0], zeros(2), counts)\nsyncthreads\n")
            run.stdin.flush()
            assert run.stdout.readline() == "begins\n"
            time.sleep(0.1)
            run.send_signal(signal.SIGINT)
            said = run.communicate("x = ones(64)*3000\ny = zeros(64)\nparallel_do(64, x, y, counts)\n"
                                   "print sum(y)\n", timeout=60)[0]
        assert said.endswith("192000\n") and "interpreted" not in said and "compiled" in said, said

    def test_stop(self, folder):
        """A loop of a kernel whose length nobody knows looks whether it is to stop, beside barriers, too; a device on
        which another one goes on is given up after two seconds. Times are those of a machine that does other things,
        too, where the kernel may not have begun; ten times as long is soon where others keep the processors."""
        for number in 1, 2:
            took = []
            while not any(seconds < 0.2 or (seconds < 2 and used < 0.4) for seconds, used in took):
                assert len(took) < 3, took
                took.append(self._stop(folder, number))
        took = []
        while not any(1.9 < seconds < 8 for seconds, _ in took):
            assert len(took) < 3, took
            took.append(self._stop(folder, 3))
