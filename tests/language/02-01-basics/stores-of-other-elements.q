% proves: 2.1 whole slices take arrays of other element types, clipped, wrapped or checked
% expect: ok
v = repmat([-1e20, -300.7, -128.9, -1, -0.5, 0, 0.99, 1.5, 127.9, 128, 255.99, 256, 70000, 1e20, inf, -inf, nan], [1, 100])
n = numel(v)

function [] = is_clipped(y, v, low, high)
  y[:] = v
  for k = 0..numel(v)-1
    t = isnan(v[k]) ? 0 : min(max(v[k] < 0 ? ceil(v[k]) : floor(v[k]), low), high)
    assert(y[k] == t, type(y), " ", k, " ", y[k], " ", t)
  endfor
endfunction
is_clipped(vec[uint8'sat](n), v, 0, 255)
is_clipped(vec[int8'sat](n), v, -128, 127)
is_clipped(vec[uint16'sat](n), v, 0, 65535)
is_clipped(vec[int16'sat](n), v, -32768, 32767)
is_clipped(vec[int32'sat](n), v, -2147483648, 2147483647)
is_clipped(vec[uint32'sat](n), v, 0, 4294967295)

function found = refuses(y, v)
  found = false
  try
    y[:] = v
  catch e
    found = true
  endtry
endfunction
assert(!refuses(vec[uint8](n), 255.9 * ones(n)) && !refuses(vec[uint8](n), -0.9 * ones(n)), "truncated values fit")
assert(refuses(vec[uint8](n), 256 * ones(n)) && refuses(vec[uint8](n), -1 * ones(n)), "others do not")
for k = {0, 1023, 1024, 1699}
  w = ones(n)
  w[k] = nan
  assert(refuses(vec[int16](n), w), "nor does NaN")
endfor

c = zeros(5, 700, 3)
m = 10 * rand(5, 700)
c[:,:,1] = m
assert(all(c[:,:,1] == m) && sum(abs(c[:,:,0])) == 0 && sum(abs(c[:,:,2])) == 0, "a channel")
c[:,3,2] = 7
assert(sum(c[:,:,2]) == 35 && all(c[:,3,2] == 7), "a column of a channel")
c[1..2..4, 699, 0] = [[1],[2]]
assert(c[1,699,0] == 1 && c[3,699,0] == 2 && sum(c[:,:,0]) == 3, "every second row")
c[4..-1..3, 0, 0] = [[5],[6]]
assert(c[4,0,0] == 5 && c[3,0,0] == 6, "backwards")
b = cube[uint8](5, 700, 3)
b[:,:,2] = floor(m)
assert(all(b[:,:,2] == floor(m)), "a channel of bytes")
d : mat'safe = zeros(4, 4)
d[0..5, 2] = 1
assert(sum(d) == 4, "positions outside are dropped")
d[1, 9] = 3
assert(sum(d) == 4, "positions outside are dropped")
print "ok"
