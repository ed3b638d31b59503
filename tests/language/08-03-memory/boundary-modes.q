% proves: 8.3 slices in kernels take the boundary mode into account
% expect: ok
function [] = __kernel__ k(x : mat'mirror, y : mat'circular, z : mat'clamped, w : mat'safe, r : mat, n : int, pos : ivec2)
    r[pos[0]*2,pos[1]] = sum(x[pos[0]-n..pos[0]+n, pos[1]-n..pos[1]+n]) + sum(y[pos[0]-n..pos[0]+n, pos[1]])
    r[pos[0]*2+1,pos[1]] = sum(z[pos[0]-n..pos[0]+n, pos[1]-n..pos[1]+n]) + sum(w[pos[0], pos[1]-n..pos[1]+n])
endfunction
x = zeros(5,6)
for i=0..4
    for j=0..5
        x[i,j] = 10*i + j
    endfor
endfor
n = 2
r = zeros(10,6)
parallel_do(size(x), x, x, x, x, r, n, k)
for i=0..4
    for j=0..5
        a = 0.0
        b = 0.0
        for k2=-n..n
            for l=-n..n
                a += x[mirror_ext(i+k2,5),mirror_ext(j+l,6)]
                b += x[min(max(i+k2,0),4),min(max(j+l,0),5)]
            endfor
            a += x[periodize(i+k2,5),j]
            if j+k2 >= 0 && j+k2 < 6
                b += x[i,j+k2]
            endif
        endfor
        assert(abs(r[2*i,j] - a) < 1e-2 && abs(r[2*i+1,j] - b) < 1e-2, "boundary modes")
    endfor
endfor
print "ok"
