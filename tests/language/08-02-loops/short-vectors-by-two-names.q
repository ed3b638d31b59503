% proves: 8.2 a short vector that a loop reads by one name and writes by another has what was written last
% expect: ok
function n = count(v, u, p, m)
  k = int(m)
  n = 0
  repeat
    k -= 1
    tries = 2
    while tries > 0 && k > v[0]
      tries -= 1
      u[0] = p - u[0]
      n += 1
    endwhile
  until k <= 0
endfunction

function s = total(v, u)
  s = 0.0
  for i = 0..999
    u[1] += 1
    s += v[1]
  endfor
endfunction

function s = products(v, u)
  s = 0.0
  for i = 0..999
    s += v[0]*u[1] + v[2]*u[0] + i
  endfor
endfunction

function [] = __kernel__ add(v, u, y : vec, pos : int)
  u[0] += 1
  y[pos] = v[0]
endfunction

% twice each: the second time with what was compiled the first time
for r = 1..2
  a = [-2.25]
  assert(count(a, a, 2, 400) == 791 && a[0] == 4.25)
  a = [-2.25]
  assert(count(a, copy(a), 2, 400) == 800 && a[0] == -2.25)
  a = [-2.25]
  b = [-2.25]
  assert(count(a, b, 2, 400) == 800 && b[0] == -2.25)
  a = [-2.25, 7]
  assert(count(a, a, 2, 400) == 791)

  a = [0.5, 0, 0.25]
  assert(total(a, a) == 500500 && a[1] == 1000)
  a = [0.5, 0, 0.25]
  assert(total(a, [1.0,2,3]) == 0)
  a = int([1,0,2])
  assert(total(a, a) == 500500)

  a = [1.0, 2, 3]
  assert(products(a, a) == 1000*5 + 499500)
  assert(products(a, [1.0, 1, 1]) == 1000*4 + 499500)

  a = [3.0, 1]
  y = zeros(1)
  parallel_do(1, a, a, y, add)
  assert(y[0] == 4 && a[0] == 4)
endfor
print "ok"
