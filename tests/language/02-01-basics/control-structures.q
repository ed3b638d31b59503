% proves: 2.1 (10)-(12): for, while, repeat, if, match, break, continue, ternary
% expect: ok
%! 106: this loop never runs
s = ""
for a=0..2..4
  s = s + sprintf("%d,", a)
endfor
assert(s == "0,2,4,", "step")
assert(a == 4, "the variable keeps its last value")
for i=0..9
  if i == 3
    break
  endif
endfor
assert(i == 3, "after break the current value")
n = 0
for i=0..9
  if mod(i,2) == 0
    continue
  endif
  n += i
endfor
assert(n == 25, "continue")
n = 0
for p=[1,2,4,8]
  n += p
endfor
assert(n == 15 && p == 8, "over a vector")
n = 0
for p=2.^(1..3)
  n += p
endfor
assert(n == 14, "over an expression")
n = 0
for i=0.5..0.5..2
  n += i
endfor
assert(n == 5, "fractional steps")
n = 0
while true
  n += 1
  if n < 5
    continue
  endif
  break
endwhile
assert(n == 5, "while, continue, break")
n = 0
repeat
  n += 1
  if n == 2
    continue
  endif
until n >= 4
assert(n == 4, "repeat, continue goes to the condition")
n = 10
repeat
  n -= 1
  if n == 7
    break
  endif
until n < 0
assert(n == 7, "break in repeat")
total = 0
for i=0..3
  for j=0..3
    if j > i
      break
    endif
    if i == 2
      continue
    endif
    total += 10*i + j
  endfor
endfor
assert(total == 0 + (10+11) + (30+31+32+33), "nested")
factorial = q -> q == 0 ? 1 : q*factorial(q-1)
function y = name(a)
  match a with
  | 1 ->
    y = "one"
  | (3, 4) ->
    y = "few"
  | "text" ->
    y = "string"
  | 5..9 ->
    y = "range"
  | _ ->
    y = "other"
  endmatch
endfunction
assert(name(1) == "one" && name(3) == "few" && name(4) == "few" && name("text") == "string", "match")
assert(name(7) == "range" && name(100) == "other" && name("x") == "other", "match, the rest")
x = 5
y = (x > 3) ? x - 3 : 0
z = x < 3 ? factorial(-1) : x == 5 ? 1 : 2
assert(y == 2 && z == 1, "ternary")
if x == 1
  y = 1
elseif x == 5
  y = 50
else
  y = 3
endif
assert(y == 50, "elseif")
for i=5..1
  assert(false, "not reached")
endfor
for i=3..-1..1
  k = i
endfor
assert(k == 1, "down")
m = 3
for i=0..m
  m = 1
endfor
assert(i == 3, "bounds are read once")
for i=0..2
  i = i*2
endfor
assert(i == 4, "the loop variable may be assigned")
print "ok"
