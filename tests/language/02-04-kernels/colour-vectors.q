% proves: 2.4.1 fixed-length vectors: slices, arithmetic, functions of vectors
% expect: ok
function [] = __kernel__ tint(x : cube, y : cube, cold : vec3, pos : ivec2)
    c = x[pos[0],pos[1],0..2]
    d = max(c, cold) - min(c, cold)
    y[pos[0],pos[1],0..2] = 0.5*c + [1.0,2.0,3.0] .* d + sum(c)
endfunction
x = zeros(4,5,3)
for i=0..3
    for j=0..4
        for k=0..2
            x[i,j,k] = i + 2*j - k
        endfor
    endfor
endfor
y = zeros(4,5,3)
cold = [2.0,1.0,0.0]
parallel_do(size(x,0..1), x, y, cold, tint)
for i=0..3
    for j=0..4
        s = x[i,j,0] + x[i,j,1] + x[i,j,2]
        for c=0..2
            v = 0.5*x[i,j,c] + (c+1)*abs(x[i,j,c]-cold[c]) + s
            assert(abs(y[i,j,c] - v) < 1e-4, "component ", c)
        endfor
    endfor
endfor
print "ok"
