% proves: 17.2.2 the local windowing transform with 'mirror
% expect: ok
function [] = __kernel__ hor(g : mat'mirror, tmp : mat'unchecked, r : int, pos : vec2)
    {!kernel_transform enable="localwindow"}
    s = 0.
    for i=-r..r
        s = s + g[pos + [0,i]]
    endfor
    tmp[pos] = s
endfunction
g = mod(reshape(0..95,[8,12]),11)
t = zeros(8,12)
parallel_do(size(g), g, t, 3, hor)
for i=0..7
    for j=0..11
        s = 0.0
        for k=-3..3
            s += g[i,mirror_ext(j+k,12)]
        endfor
        assert(t[i,j] == s, "mirrored sums")
    endfor
endfor
print "ok"
