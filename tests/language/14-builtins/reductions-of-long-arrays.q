% proves: 14 sums, means, extremes and running sums of arrays longer than what is computed at a time, of each kind of element
% expect: ok
seed(3)
x = floor(200 * rand(37, 2100))
total = 0.0
largest = -1.0
smallest = 1000.0
rows = zeros(37)
columns = zeros(2100)
down = zeros(37, 2100)
across = zeros(37, 2100)
for m = 0..36
  for n = 0..2099
    total += x[m,n]
    rows[m] += x[m,n]
    columns[n] += x[m,n]
    down[m,n] = columns[n]
    across[m,n] = rows[m]
    largest = max(largest, x[m,n])
    smallest = min(smallest, x[m,n])
  endfor
endfor

function [] = check(name : string, x, total, largest, smallest, rows, columns, down, across)
  assert(sum(x) == total && max(x) == largest && min(x) == smallest, name, ": all elements")
  assert(abs(mean(x) - total / numel(x)) < 1e-4, name, ": the mean")
  assert(all(sum(x, 1) == transpose(rows)) && all(sum(x, 0) == columns), name, ": sums")
  assert(max(abs(mean(x, 1) - transpose(rows) / size(x,1))) < 1e-4 && max(abs(mean(x, 0) - columns / size(x,0))) < 1e-4,
         name, ": means")
  assert(all(cumsum(x, 0) == down) && all(cumsum(x, 1) == across), name, ": running sums")
endfunction

bytes = mat[uint8](37, 2100)
bytes[:,:] = x
words = mat[int16](37, 2100)
words[:,:] = x
longs = mat[int](37, 2100)
longs[:,:] = x
doubles = mat[scalar'double](37, 2100)
doubles[:,:] = x
for kind = {x, bytes, words, longs, doubles}
  check(type(kind), kind, total, largest, smallest, rows, columns, down, across)
endfor

v = -inf * ones(3000)
assert(max(v) == -inf && min(v) == -inf, "infinite")
v[17] = nan
v[2999] = nan
assert(max(v) == -inf, "NaNs are passed over")
v[2047] = -3
assert(max(v) == -3 && min(v) == -inf, "one number")

print "ok"
