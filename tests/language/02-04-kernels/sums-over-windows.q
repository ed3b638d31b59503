% proves: 2.4 sums over windows of neighbouring pixels are the same as those made in two steps, whatever the shape
% expect: ok
function [] = __kernel__ box(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    sum = 0.0
    for k=-4..5
        for l=-3..7
            sum += x[pos + [k,l]]
        endfor
    endfor
    y[pos] = sum
endfunction

function [] = __kernel__ rows(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    y[pos] = 0.0
    for l=-3..7
        y[pos] = y[pos] + x[pos[0],pos[1]+l]
    endfor
endfunction

function [] = __kernel__ columns(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    y[pos] = 0.0
    for k=-4..5
        y[pos] = y[pos] + x[pos[0]+k,pos[1]]
    endfor
endfunction

% The distance of two patches: temporaries inside, and a sum that starts anew for each displacement.
function [] = __kernel__ patches(x : mat'circular, y : mat'unchecked, pos : ivec2)
    sum = 0.0
    for d=1..2
        distance = 1.0*d
        for k=-2..2
            for l=-2..2
                e = x[pos[0]+k,pos[1]+l] - x[pos[0]+k,pos[1]+d+l]
                distance += e*e
            endfor
        endfor
        sum += distance
    endfor
    y[pos] = sum
endfunction

% No window: the term asks for the pixel itself, and the weight for l.
function [] = __kernel__ others(x : mat'clamped, y : mat'unchecked, pos : ivec2)
    sum = 0.0
    for k=-2..2
        for l=-2..2
            sum += abs(x[pos + [k,l]] - x[pos])
        endfor
    endfor
    for k=-2..2
        for l=-2..2
            sum += l * x[pos + [k,l]]
        endfor
    endfor
    y[pos] = sum
endfunction

function x = pattern(m, n)
    x = zeros(m, n)
    for i=0..m-1
        for j=0..n-1
            x[i,j] = mod(7*i*i + 13*i*j + 5*j, 32)
        endfor
    endfor
endfunction

function s = wrapped(x, i, j)
    s = x[mod(i, size(x,0)), mod(j, size(x,1))]
endfunction

function [] = check(m, n)
    x = pattern(m, n)
    y = zeros(m, n)
    t = zeros(m, n)
    z = zeros(m, n)
    parallel_do(size(x), x, y, box)
    parallel_do(size(x), x, t, rows)
    parallel_do(size(x), t, z, columns)
    assert(max(abs(y - z)) == 0, "box")
    parallel_do(size(x), x, y, patches)
    parallel_do(size(x), x, z, others)
    {!interpreted for}
    for i=0..7..m-1
        for j=0..11..n-1
            p = 3.0
            for d=1..2
                for k=-2..2
                    for l=-2..2
                        p += (wrapped(x, i+k, j+l) - wrapped(x, i+k, j+d+l))^2
                    endfor
                endfor
            endfor
            assert(y[i,j] == p, "patches")
            q = 0.0
            for k=-2..2
                for l=-2..2
                    v = x[min(max(i+k,0),m-1), min(max(j+l,0),n-1)]
                    q += abs(v - x[i,j]) + l*v
                endfor
            endfor
            assert(z[i,j] == q, "others")
        endfor
    endfor
endfunction

check(40, 200)
check(20, 64)
check(12, 75)
check(3, 5)
print "ok"
