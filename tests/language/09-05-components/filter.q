% proves: 9.5 multi-component textures, Gaussian filter
% expect: ok
function y = filter_hor(x, fc, n)
    function [] = __kernel__ kernel(x : cube'hwtex_nearest(4), y : cube'unchecked, fc : vec'unchecked, n : int, pos : vec2)
        sum = [0.,0.,0.]
        for i=0..numel(fc)-1
            sum = sum + x[pos[0],pos[1]+i-n,0..2] * fc[i]
        endfor
        y[pos[0],pos[1],0..2] = sum
    endfunction
    y = uninit(size(x))
    parallel_do (size(y,0..1), x, y, fc, n, kernel)
endfunction
x = zeros(4,6,3)
for i=0..3
    for j=0..5
        x[i,j,:] = [i, j, i*j]
    endfor
endfor
y = filter_hor(x, [0.25,0.5,0.25], 1)
for i=0..3
    for j=0..5
        for c=0..2
            l = j > 0 ? x[i,j-1,c] : 0
            r = j < 5 ? x[i,j+1,c] : 0
            assert(abs(y[i,j,c] - (0.25*l + 0.5*x[i,j,c] + 0.25*r)) < 1e-4, "filtered")
        endfor
    endfor
endfor
print "ok"
