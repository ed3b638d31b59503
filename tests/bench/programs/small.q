% One kernel on a small image: what the first and the second run cost.
function [] = __kernel__ smooth(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    y[pos] = 0.25*x[pos[0],pos[1]-1] + 0.5*x[pos] + 0.25*x[pos[0],pos[1]+1]
endfunction
x = eye(64)
y = zeros(64,64)
parallel_do(size(x), x, y, smooth)
print y[5,5]
