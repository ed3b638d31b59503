% proves: 8.4 sums and extremes of which some branches of an iteration have parts, beside stores that others leave out
% expect: ok
function x : vec[int] = numbers(n : int)
  x = vec[int](n)
  {!interpreted for}
  for i=0..n-1
    x[i] = mod(i*37 + 11, 31) - 15
  endfor
endfunction

% Two conditions, one on what the other made.
function [w, r] = steps(x, n)
  r = zeros(n)
  w = 0.0
  for i=0..n-1
    b = x[i]
    if x[i] < 0
      b = 5 - x[i]
    endif
    if b > 7
      w += b
      r[i] = 1
    elseif b < 3
      w += 2
    else
      w += 1
    endif
  endfor
endfunction

function [w, least, most, r] = extremes(x, n)
  r = zeros(n)
  w = 0
  least = 100.0
  most = -100.0
  for i=0..n-1
    b = x[i]
    if x[i] < 0
      b = 5 - x[i]
    endif
    if b > 7
      w += 3
      most = max(most, b)
      r[i] = b
    elseif b < 3
      least = min(least, b)
    else
      w += 1
      most = max(most, b - 40)
    endif
  endfor
endfunction

function [] = test(n : int)
  x = numbers(n)
  [a, r] = steps(x, n)
  [b, least, most, t] = extremes(x, n)
  want_a = 0
  want_b = 0
  want_least = 100
  want_most = -100
  {!interpreted for}
  for i=0..n-1
    v = x[i] < 0 ? 5 - x[i] : x[i]
    want_a = want_a + (v > 7 ? v : v < 3 ? 2 : 1)
    want_b = want_b + (v > 7 ? 3 : v < 3 ? 0 : 1)
    want_least = v < 3 ? min(want_least, v) : want_least
    want_most = v > 7 ? max(want_most, v) : v < 3 ? want_most : max(want_most, v - 40)
    assert(r[i] == (v > 7 ? 1 : 0), "the stores of the first loop")
    assert(t[i] == (v > 7 ? v : 0), "the stores of the second loop")
  endfor
  assert(a == want_a, "a sum with a part in each branch")
  assert(b == want_b, "a sum that one branch leaves alone")
  assert(least == want_least && most == want_most, "extremes in branches")
endfunction

function [] = main()
  test(1)
  test(17)
  test(100)
  test(5003)
  print "ok"
endfunction
