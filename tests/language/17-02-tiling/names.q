% proves: 17.2 variables may bear names like those that the texts of kernels have for positions, sizes and copies
% expect: stdout
%> ok
function [] = __kernel__ product(a : mat, b : mat, c : mat, n : int, pos : ivec2)
    sum = 0.0
    p1 = 1
    for k=0..n-1
        sum += a[pos[0],k] * b[k,pos[1]]
        p1 += 1
    endfor
    c[pos] = sum + p1
endfunction

function [] = __kernel__ sizes(a : mat, x : mat, pos : ivec2)
    q = 1.0
    x_p1 = 0.0
    a_p0 = 7
    for k=0..2
        x_p1 += a[pos[0],k] * q
        q += 1
        a_p0 += 1
    endfor
    x[pos] = x_p1 + a_p0 + x[pos[0],pos[1]+1]
endfunction

function [] = __kernel__ places(h : vec, x : mat, table : vec, pos : ivec2)
    row = x[pos]
    near = 1
    whole = row + near
    fixed = table[whole]
    copies = fixed + 1
    done = 0
    in_high = 2
    while done < in_high
        done += 1
    endwhile
    h[mod(int(copies), 8)] += done
endfunction

a = ones(8,3)
c = zeros(8,130)
parallel_do([8,130], a, ones(3,130), c, 3, product)
assert(sum(abs(c - 7)) == 0)
x = zeros(8,6)
parallel_do([8,5], a, x, sizes)
assert(sum(abs(x[:,0..4] - 16)) == 0 && sum(x[:,5]) == 0)
h = zeros(8)
parallel_do([64,64], h, mod(reshape(0..4095, [64,64]), 8), 0..8, places)
assert(sum(abs(h - 1024)) == 0)
print "ok"
