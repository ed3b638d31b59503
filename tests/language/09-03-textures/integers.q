% proves: 9.3 textures of integer types
% expect: ok
function [] = __kernel__ k(x : mat[uint8]'hwtex_nearest, y : mat, pos : ivec2)
    y[pos] = x[pos] + 0.5
endfunction
x = mat[uint8](4,32)
for i=0..3
    for j=0..31
        x[i,j] = i*32 + j
    endfor
endfor
y = zeros(4,32)
parallel_do([4,32], x, y, k)
assert(y[3,31] == 127.5 && y[0,0] == 0.5, "converted to floating point")
print "ok"
