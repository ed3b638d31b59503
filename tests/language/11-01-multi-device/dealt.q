% proves: 8.2 11.1 {!parallel for; multi_device=true} deals a loop's iterations out to the devices; results are those of one
% expect: ok
function [] = __kernel__ add(x : vec, y : vec, k : int, pos : int)
  y[pos] = y[pos] + k*x[pos]
endfunction

function y = first_above(x, limit)
  y = -1
  {!parallel for; multi_device=true}
  for k = 0..9
    parallel_do(numel(x[k]), x[k], x[k], 1, add)
    if sum(x[k]) > limit
      y = k
      return
    endif
  endfor
endfunction

function [] = fails_at(x, n)
  {!parallel for; multi_device=true}
  for k = 0..9
    parallel_do(numel(x[k]), x[k], x[k], 1, add)
    if k == n
      error("enough")
    endif
  endfor
endfunction

function x = make(n)
  x = cell(n)
  for k = 0..n-1
    x[k] = ones(2000)*(k+1)
  endfor
endfunction

function t = total(x)
  t = 0
  for k = 0..numel(x)-1
    t += sum(x[k])
  endfor
endfunction

% a loop to its end, with two launches an iteration and an array that all of them read
x = make(10)
common = ones(2000)
{!parallel for; multi_device=true}
for k = 0..9
  parallel_do(2000, common, x[k], k, add)
  parallel_do(2000, x[k], x[k], 1, add)
endfor
assert(total(x) == 2000*2*(55+45), "all iterations")

y0 = zeros(2)
% over elements, downwards, without an iteration; continue and break
x = make(10)
{!parallel for; multi_device=true}
for k = [7,2,5]
  parallel_do(2000, common, x[k], k, add)
endfor
{!parallel for; multi_device=true}
for k = 9..-1..0
  if k == 4
    continue
  endif
  if k == 1
    break
  endif
  parallel_do(2000, common, x[k], 1, add)
endfor
{!parallel for; multi_device=true}
for k = 5..numel(y0)-1
  parallel_do(2000, common, x[k], 1, add)
endfor
assert(total(x) == 2000*(55+14+7), "some iterations")

% iterations that depend on each other stay in their order
y = zeros(2000)
{!parallel for; multi_device=true}
for k = 1..6
  parallel_do(2000, y, y, k, add)
  y += 1
endfor
assert(y[3] == 3620, "in order")

% inside each other, with expressions and functions of the library
x = make(6)
{!parallel for; multi_device=true}
for j = 0..1
  {!parallel for; multi_device=true}
  for k = 0..2
    x[3*j+k] = 2*x[3*j+k] + common
    x[3*j+k] = cumsum(x[3*j+k])
  endfor
  parallel_do(2000, common, x[j], 1, add)
endfor
assert(x[5][1999] == 2000*13 && x[1][0] == 6 && x[0][1] == 7, "two loops")

% left early
assert(first_above(make(10), 2000*9) == 4, "return")
x = make(10)
caught = 0
{!parallel for; multi_device=true}
for j = 0..2
  try
    fails_at(x, j)
  catch e
    caught += 1
    parallel_do(2000, common, x[9], 1, add)
  endtry
  try
    {!parallel for; multi_device=true}
    for k = 3..5
      parallel_do(2000, common, x[k], 1, add)
      if k == 4
        error("inside")
      endif
    endfor
  catch e
    caught += 1
  endtry
endfor
assert(caught == 6 && total(x) == 2000*(55+7+6+3+3+6), "caught")

% {!sched} inside and around; unrolled loops; off
x = make(6)
{!sched gpu_index=1}
{!unroll times=2; multi_device=true}
for k = 0..5
  parallel_do(2000, common, x[k], 1, add)
  {!sched gpu_index=mod(k,2)}
  parallel_do(2000, common, x[k], 1, add)
  {!sched mode=cpu}
  parallel_do(2000, common, x[k], 1, add)
endfor
{!parallel for; multi_device=false}
for k = 0..5
  x[k] += 1
endfor
{!sched}
assert(total(x) == 2000*(21+4*6), "with {!sched}")
print "ok"
