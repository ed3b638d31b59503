% proves: 2.4.1 a two-dimensional filter with mirrored borders agrees with the plain sum
% expect: ok
function [] = __kernel__ filter(x : mat'mirror, y : mat, r : int, pos : ivec2)
    s = 0.0
    for k=-r..r
        for l=-r..r
            s += x[pos + [k,l]]
        endfor
    endfor
    y[pos] = s
endfunction
x = zeros(37,53)
for i=0..36
    for j=0..52
        x[i,j] = mod(7*i + 3*j, 16)
    endfor
endfor
for r=[0,1,4,40]
    y = zeros(size(x))
    parallel_do(size(x), x, y, r, filter)
    for i=[0,1,18,36]
        for j=[0,2,26,51,52]
            s = 0.0
            for k=-r..r
                for l=-r..r
                    s = s + x[mirror_ext(i+k,37), mirror_ext(j+l,53)]
                endfor
            endfor
            assert(y[i,j] == s, "r=", r, " at ", i, ",", j, ": ", y[i,j], " is not ", s)
        endfor
    endfor
endfor
print "ok"
