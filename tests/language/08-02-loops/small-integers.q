% proves: loops over arrays of small integers compute with whole numbers, whatever width they are held in
% expect: ok
function [] = extremes(x : cube[uint8]'clamped, low : cube[uint8]'unchecked, high : cube[uint8]'unchecked, squares : cube'double'unchecked)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        small = x[m,n,c]
        large = x[m,n,c]
        for a = -1..1
          for b = -1..1
            small = min(small, x[m+a,n+b,c])
            large = max(large, x[m+a,n+b,c])
          endfor
        endfor
        low[m,n,c] = small
        high[m,n,c] = large
        squares[m,n,c] = large * large * 70000 + small - 300
      endfor
    endfor
  endfor
endfunction

function [] = mixed(x : mat[int8]'unchecked, y : mat[uint8]'unchecked, z : mat[int16]'unchecked, w : mat[uint16'sat], wide : mat'double'unchecked)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      a = x[m,n]
      b = y[m,n]
      if a < b - 200
        a = -a
      endif
      c = max(a, b)         % -128..255 is no type of 8 bits
      d = min(c, 1000)
      e = abs(a) - b        % down to -255
      z[m,n] = e + d
      w[m,n] = 300 * c      % clipped below 0 and above 65535
      wide[m,n] = (a > 0 ? a : b) * 100000 + mod(b, 7) + (c == d)
    endfor
  endfor
endfunction

function [] = checked(x : mat[uint8]'unchecked, y : mat[uint8]'unchecked)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      y[m,n] = max(x[m,n], 250) + 3
    endfor
  endfor
endfunction

function [] = growing(x : mat[uint8]'unchecked, total : mat'unchecked)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      s = int(x[m,n])
      t = 1
      for k = 1..20
        s = s + x[m,n]
        t = max(t, s)
      endfor
      total[m,n] = t
    endfor
  endfor
endfunction

h = 37
v = 83
p = zeros(h, v, 2)
for k = 0..h-1
  for l = 0..v-1
    p[k,l,0] = mod(37*k + 53*l + 11*k*l, 256)
    p[k,l,1] = mod(91*k + 17*l + 5*k*l, 256)
  endfor
endfor
x = cube[uint8](h, v, 2)
x[:,:,:] = p
low = cube[uint8](h, v, 2)
high = cube[uint8](h, v, 2)
squares = cube'double(h, v, 2)
extremes(x, low, high, squares)
for k = 0..h-1
  for l = 0..v-1
    window = p[max(k-1,0)..min(k+1,h-1), max(l-1,0)..min(l+1,v-1), 0]
    assert(low[k,l,0] == min(window) && high[k,l,0] == max(window), "extremes")
    assert(squares[k,l,0] == max(window)^2 * 70000 + min(window) - 300, "squares")
  endfor
endfor

a = mat[int8](h, v)
a[:,:] = p[:,:,0] - 128
b = mat[uint8](h, v)
b[:,:] = p[:,:,1]
z = mat[int16](h, v)
w = mat[uint16'sat](h, v)
wide = mat'double(h, v)
mixed(a, b, z, w, wide)
for k = 0..h-1
  for l = 0..v-1
    q = p[k,l,0] - 128
    r = p[k,l,1]
    q = q < r - 200 ? -q : q
    c = max(q, r)
    assert(z[k,l] == abs(q) - r + min(c, 1000), "16 bits")
    assert(w[k,l] == min(max(300 * c, 0), 65535), "clipped")
    assert(wide[k,l] == (q > 0 ? q : r) * 100000 + mod(r, 7) + 1, "wide")
  endfor
endfor

y = mat[uint8](h, v)
caught = false
b[5,5] = 253
try
  checked(b, y)
  syncthreads(host)
catch ex
  caught = true
endtry
assert(caught, "256 does not fit")
b[:,:] = 17
checked(b, y)
assert(min(y) == 253 && max(y) == 253, "what fits is stored")
total = zeros(h, v)
growing(b, total)
assert(min(total) == 21 * 17 && max(total) == 21 * 17, "sums grow beyond the type of what is added")
print "ok"
