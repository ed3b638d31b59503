% proves: 14.1, 12.3 int of arrays and conversions by the names of types give the same where a kernel has left them: also beyond 32 and 64 bits, and of NaN
% expect: ok
function [] = __kernel__ step(x, y, pos : ivec3)
  y[pos] = x[pos]
endfunction
% the array, written by a kernel: where kernels run on a device, it has the only copy
function y = placed(x)
  y = copy(x)
  parallel_do([size(x,0), size(x,1), size(x,2)], x, y, step)
endfunction
function [] = test(x, what)
  d = int(placed(x))
  y = copy(x)
  y[0,0,0] = x[0,0,0]
  h = int(y)
  assert(type(d) == type(h) && all(size(d) == size(h)), what, ": ", type(d), " and ", type(h))
  assert(sum(reshape(d, [numel(d)]) != reshape(h, [numel(h)])) == 0, what)
endfunction
function y = fetched(x)
  y = copy(x)
  y[0,0,0] = x[0,0,0]
endfunction
function [] = equal(d, h, what)
  assert(type(d) == type(h) && all(size(d) == size(h)), what, ": ", type(d), " and ", type(h))
  assert(sum(reshape(d, [numel(d)]) != reshape(h, [numel(h)])) == 0, what)
endfunction
function [] = test_named(x, what)
  d = placed(x)
  h = fetched(x)
  equal(int8(d), int8(h), what)
  equal(uint8(abs(d)), uint8(abs(h)), what)
  equal(int16(d), int16(h), what)
  equal(uint16(abs(d)), uint16(abs(h)), what)
  equal(int32(7.5*d), int32(7.5*h), what)
  equal(uint32(abs(d)), uint32(abs(h)), what)
  equal(scalar(int16(d)), scalar(int16(h)), what)
  equal(int8(int16(d)), int8(int16(h)), what)
  equal(int(2.7*d) + 1, int(2.7*h) + 1, what)
  equal(mod(int(d*3), 5), mod(int(h*3), 5), what)
  try
    y = uint8(placed(x - 1000))
    print "uint8 of less than 0"
  catch e
    assert(strfind(e, "does not fit uint8") >= 0, e)
  endtry
endfunction
for s = {[700,3,1],[1,9000,1],[40,41,3]}
  seed(s[0] + s[1])
  x = 1000*randn(s[0], s[1], s[2])
  test(x, sprintf("%s", s))
  test_named(min(max(0.1*x, -127.6), 127.6), sprintf("%s", s))
  x[0,1,0] = 2.5e9
  test(x, sprintf("%s beyond 32 bits", s))
  x[0,2,0] = 1e30
  x[0,0,0] = -1/0
  x[size(x,0)-1,size(x,1)-1,0] = nan
  test(x, sprintf("%s beyond 64 bits", s))
  b : cube[uint8] = randi(256, s[0], s[1], s[2])
  test(b, sprintf("uint8 %s", s))
endfor
print "ok"
