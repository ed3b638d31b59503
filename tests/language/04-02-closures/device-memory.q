% proves: 4.2 device functions with closure variables, passed to kernels
% expect: ok
gamma = 2
lut = ((0..255)/255).^gamma*255
gamma_correction = __device__ (x : scalar) -> lut[x]
function y : cube = pointwise_op(x : cube, fn : [__device__ scalar->scalar])
    y = uninit(size(x))
    parallel_do(size(x), __kernel__ (pos : ivec3) -> y[pos] = fn(x[pos]))
endfunction
im = zeros(8,8,3)
im[2,3,1] = 100
y = pointwise_op(im, gamma_correction)
assert(abs(y[2,3,1] - (100/255)^2*255) < 1e-3 && y[0,0,0] == 0)
print "ok"
