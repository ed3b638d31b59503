% proves: 9.6 compound updates, slices, swaps and a texture that is an argument twice read what was there before the launch
% expect: ok
function [] = __kernel__ update(y : mat'hwtex_nearest, pos : ivec2)
    y[pos] += 1
    y[pos] += 10
    y[pos[0],pos[1]] *= 1
endfunction
y = ones(8,8)
parallel_do(size(y), y, update)
assert(min(y) == 1 && max(y) == 1, "the last write counts, of what was read: 1 * 1")
function [] = __kernel__ shift(x : mat'hwtex_nearest'clamped, y : mat, pos : ivec2)
    y[pos] = x[pos[0],pos[1]-1] + x[pos[0],pos[1]+1]
endfunction
z = zeros(4,64)
for j=0..63
    z[:,j] = j
endfor
parallel_do(size(z), z, z, shift)
for j=1..62
    assert(z[2,j] == 2*j, "the same array as texture and as output")
endfor
function [] = __kernel__ mirrored(y : vec'hwtex_nearest, pos : int)
    n = numel(y)
    y[pos] = y[n-1-pos]
endfunction
v = linspace(0,99,100)
parallel_do(100, v, mirrored)
assert(v[0] == 99 && v[99] == 0 && v[50] == 49, "mirrored in place")
k = __kernel__ (y : vec'hwtex_nearest, pos : int) -> y[pos] = y[pos+1] + y[pos-1]
w = ones(64)
parallel_do(64, w, k)
assert(sum(w) == 126, "a lambda")
function [] = __kernel__ pixels(c : cube'hwtex_nearest(4), pos : ivec2)
    c[pos[0],pos[1],0..2] = c[pos[1],pos[0],[2,1,0]]
endfunction
c = zeros(5,5,3)
for i=0..4
    for j=0..4
        c[i,j,0..2] = [i, j, 7]
    endfor
endfor
parallel_do([5,5], c, pixels)
assert(c[1,3,0] == 7 && c[1,3,1] == 1 && c[1,3,2] == 3, "transposed in place, channels swapped")
print "ok"
