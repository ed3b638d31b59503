% One kernel with a power function on a small image: what the first run costs. x is made without a kernel.
function [] = __kernel__ gamma_kernel(x : cube, y : cube, g : scalar, pos : ivec3)
    y[pos] = 255*(x[pos]/255)^g
endfunction
x = ones(64,64,3)
y = zeros(size(x))
parallel_do(size(x), x, y, 0.5, gamma_kernel)
print y[5,5,1]
