% proves: LANGUAGE.md Numbers: integers and scalars in kernels have the value that they have on the host
% expect: ok
%! 34: this loop never runs
%! 8: `n` is an integer here and becomes a scalar in line 9
%! 15: `m` is an integer, so that this value loses its fraction
%! 73: `d` is an integer, so that this value loses its fraction
function [] = __kernel__ k(y : vec, z : vec[int], a : int, b : int, s : scalar, pos : int)
  n = 0
  n += 0.5
  n = n + 0.25
  y[0] = n
  m = int(7)
  m /= 2
  y[1] = m
  m = 2.9
  y[2] = m
  y[3] = a/b
  y[4] = int(a/b)
  y[5] = floor(-a/b)
  y[6] = ceil(a/b)
  y[7] = mod(-a, b) + 10*mod(a, -b)
  for i=0..5
    if i == 3
      break
    endif
  endfor
  y[8] = i
  for i=0..2..6
    t = i
  endfor
  y[9] = i + 10*t
  y[10] = 1/0 > 1e30 ? 1 : 0
  c = 0
  for i=3..1
    c += 1
  endfor
  for i=3..-1..1
    c += i
  endfor
  y[11] = c
  w = 10
  while true
    w -= 1
    if w > 6
      continue
    endif
    break
  endwhile
  repeat
    w -= 1
  until w <= 2
  y[12] = w
  match a with
  | 7 ->
    y[13] = 1
  | _ ->
    y[13] = 2
  endmatch
  y[14] = (a > 5) + (a > 6 && b > 1) + !(a > 100)
  big = a*100000*100000
  y[15] = big/1000000
  z[0] = mod(a*1000003*1000003, 1000)
  z[1] = and(a, 3) + or(8, b) + xor(a, b) + shl(1, b) + shr(a, 1)
  y[16] = int(-s) + round(s) + abs(-a) + sign(-2.5)
  y[17] = min(a, b) + max(s, a) + s^2 + 2^b
  y[18] = floor(s*2) + frac(2.25)
  q = [a, b]
  q = q * 2
  y[19] = q[0] + q[1]
  y[20] = int(7.9)
  y[21] = (a == 7 ? 1.5 : 2)
  d = a
  d += 0.5
  y[22] = d
endfunction
y = zeros(23)
z = vec[int](2)
parallel_do(1, y, z, 7, 2, 2.5, k)
want = [0.75,3,2,3.5,3,-4,4,-1+2, 3, 6+60, 1, 6, 2, 1, 3, 70000, -2+3+7-1, 2+7+6.25+4, 5+0.25, 18, 7, 1.5, 7]
want[7] = mod(-7,2) + 10*mod(7,-2)
want[16] = int(-2.5) + round(2.5) + 7 + sign(-2.5)
for i=0..22
  assert(abs(y[i] - want[i]) < 1e-5, sprintf("place %d: %g instead of %g", i, y[i], want[i]))
endfor
assert(z[0] == mod(7*1000003*1000003, 1000), "64 bits")
assert(z[1] == 3 + 10 + 5 + 4 + 3, "bits")
print "ok"
