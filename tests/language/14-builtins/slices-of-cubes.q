% proves: STDLIB 1 slices whose last indices are numbers, lists, ranges, and outside of the array
% expect: ok
function y = slow(x, rows, columns, channels)
  y = zeros(numel(rows), numel(columns), numel(channels))
  for i = 0..numel(rows)-1
    for j = 0..numel(columns)-1
      for k = 0..numel(channels)-1
        y[i,j,k] = x[rows[i], columns[j], channels[k]]
      endfor
    endfor
  endfor
endfunction
x = rand(5,7,4)
all_rows = 0..4
all_columns = 0..6
assert(all(x[:,:,2] == slow(x, all_rows, all_columns, [2])[:,:,0]))
for k = 0..3
  s = slow(x, all_rows, all_columns, [k])
  assert(sum(abs(reshape(x[:,:,k], [5,7,1]) - s)) == 0, "channel")
endfor
assert(sum(abs(x[1,2..5,3] - reshape(slow(x, [1], [2,3,4,5], [3]), [1,4]))) == 0)
assert(sum(abs(x[[3,0,3],[6,1],1] - reshape(slow(x, [3,0,3], [6,1], [1]), [3,2]))) == 0)
assert(sum(abs(x[4..-1..0,3,0] - reshape(slow(x, [4,3,2,1,0], [3], [0]), [5,1]))) == 0)
y : cube'safe = rand(3,3,2)
assert(sum(abs(y[:,:,5])) == 0 && sum(abs(y[-1,:,0])) == 0 && y[1..1,1,1] == y[1,1,1])
z : cube'mirror = y
assert(all(z[:,:,2] == y[:,:,1]) && all(z[-1,:,0] == y[0,:,0]))
print "ok"
