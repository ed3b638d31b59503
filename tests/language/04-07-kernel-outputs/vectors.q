% proves: 4.7 outputs may be vecX, ivecX, cscalar
% expect: ok
function [v : vec3] = __kernel__ channel_sum(x : cube, pos : ivec2)
    v += x[pos[0],pos[1],0..2]
endfunction
x = ones(8,8,3)
x[:,:,1] = 2*ones(8,8)
v = parallel_do(size(x,0..1), x, channel_sum)
assert(numel(v) == 3 && v[0] == 64 && v[1] == 128)
function [h : ivec4] = __kernel__ count4(x : vec, pos : int)
    k = int(x[pos])
    h[k] += 1
endfunction
h = parallel_do(6, [0.0,1.0,1.0,3.0,3.0,3.0], count4)
assert(h[0] == 1 && h[1] == 2 && h[2] == 0 && h[3] == 3)
function [z : cscalar] = __kernel__ csum(x : cvec, pos : int)
    z += x[pos]
endfunction
z = parallel_do(3, complex([1.0,2.0,3.0],[1.0,1.0,1.0]), csum)
assert(real(z) == 6 && imag(z) == 3)
print "ok"
