% proves: STDLIB 8 Fourier transforms give the same where a kernel has left their arrays
% expect: ok
function [] = __kernel__ step(x, y, pos : ivec3)
  y[pos] = x[pos]
endfunction
% the array, written by a kernel: where kernels run on a device, it has the only copy
function y = placed(x)
  y = copy(x)
  parallel_do([size(x,0), size(x,1), size(x,2)], x, y, step)
endfunction
% the array, of which an element is stored: the host has the only copy
function y = fetched(x)
  y = copy(x)
  y[0,0,0] = x[0,0,0]
endfunction
function [] = near(a, b, what)
  assert(all(size(a) == size(b)) && isreal(a) == isreal(b), what)
  assert(max(abs(a - b)) <= 1e-6*max(abs(b)), what, ": ", max(abs(a - b))/max(abs(b)))
endfunction
function [] = test(values, what)
  d = placed(values)
  x = fetched(values)
  near(fft1(d), fft1(x), sprintf("fft1 of %s", what))
  near(fft2(d), fft2(x), sprintf("fft2 of %s", what))
  near(fft3(d), fft3(x), sprintf("fft3 of %s", what))
  near(ifft1(d), ifft1(x), sprintf("ifft1 of %s", what))
  near(ifft2(d), ifft2(x), sprintf("ifft2 of %s", what))
  near(ifft3(d), ifft3(x), sprintf("ifft3 of %s", what))
  near(irealfft2(fft2(d)), irealfft2(fft2(x)), sprintf("irealfft2 of %s", what))
  near(real(ifft2(fft2(d))), real(x), sprintf("ifft2 of fft2 of %s", what))
endfunction
function [] = test_size(s)
  seed(s[0] + s[1])
  x = rand(s[0], s[1], s[2]) - 0.3
  test(x, sprintf("%s", s))
  test(complex(x, rand(s[0], s[1], s[2])), sprintf("complex %s", s))
endfunction
for s = {[64,32,3],[1,4096,1],[2048,1,1],[30,105,2],[49,36,4],[8,8,16],[13,60,1],[2,3,420]}
  test_size(s)
endfor
% steps of larger primes, and one that is too large
for s = {[31,22,4],[1,1121,1],[61,38,1],[67,20,1]}
  test_size(s)
endfor
% whole numbers come out as they are
x = zeros(1024,2,1)
x[0,:,0] = 1
y = fft2(placed(x))
assert(max(abs(y[:,0,0] - 2)) == 0 && max(abs(y[:,1,0])) == 0)
x = ones(1024,1,1)
y = fft2(placed(x))
assert(y[0,0,0] == 1024 && max(abs(y[1..1023,0,0])) <= 1e-4)
print "ok"
