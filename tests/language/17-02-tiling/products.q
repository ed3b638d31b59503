% proves: 17.2 products of matrices and their like in register blocks: sizes around those of blocks, kinds of products
% expect: ok
function [] = __kernel__ product(a : mat'unchecked, b : mat'unchecked, c : mat'unchecked, n : int, pos : ivec2)
    sum = 0.0
    for k=0..n-1
        sum += a[pos[0],k] * b[k,pos[1]]
    endfor
    c[pos] = sum
endfunction

% arrays that are smaller than the grid, and one that is longer than the loop
function [] = __kernel__ product_safe(a : mat'safe, b : mat'safe, c : mat'safe, pos : ivec2)
    sum = 0.0
    for k=0..size(b,0)-1
        sum += a[pos[0],k] * b[k,pos[1]]
    endfor
    c[pos] = sum
endfunction

% b read across, an array that is added to, a condition
function [] = __kernel__ add_across(a : mat, b : mat, c : mat, n : int, pos : ivec2)
    sum = 0.0
    for k=0..n-1
        if a[pos[0],k] > 2
            sum += a[pos[0],k] * b[pos[1],k]
        else
            sum -= b[pos[1],k]
        endif
    endfor
    c[pos] += sum
endfunction

function [] = __kernel__ nearest(a : mat, b : mat, c : mat, where : mat[int], n : int, pos : ivec2)
    least = 1e6
    place = -1
    for k=0..n-1
        d = a[pos[0],k] + b[k,pos[1]]
        if d < least
            least = d
            place = k
        endif
    endfor
    c[pos] = least
    where[pos] = place
endfunction

% loops in the loop: one for all positions, one for each
function [] = __kernel__ triangles(a : mat, b : mat, c : mat, n : int, pos : ivec2)
    sum = 0.0
    for k=0..n-1
        x = a[pos[0],k] * b[k,pos[1]]
        for l=0..k
            sum += x * b[l,pos[1]]
        endfor
        for l=0..mod(pos[1],3)
            sum -= l * a[pos[0],k]
        endfor
    endfor
    c[pos] = sum
endfunction

function [] = __kernel__ product_int(a : mat[int], b : mat[int], c : mat[int], n : int, pos : ivec2)
    sum = 0
    for k=0..n-1
        sum += a[pos[0],k] * b[k,pos[1]]
    endfor
    c[pos] = sum
endfunction

function [] = __kernel__ product_complex(a : cmat, b : cmat, c : cmat, n : int, pos : ivec2)
    sum = complex(0.0, 0.0)
    for k=0..n-1
        sum += a[pos[0],k] * b[k,pos[1]]
    endfor
    c[pos] = sum
endfunction

function [] = __kernel__ products(a : cube, b : cube, c : cube, n : int, pos : ivec3)
    sum = 0.0
    for k=0..n-1
        sum += a[pos[0],pos[1],k] * b[pos[0],k,pos[2]]
    endfor
    c[pos] = sum
endfunction

function c = product_of(a, b)
    c = zeros(size(a,0), size(b,1))
    {!interpreted for}
    for i=0..size(a,0)-1
        for j=0..size(b,1)-1
            sum = 0.0
            for k=0..size(a,1)-1
                sum += a[i,k] * b[k,j]
            endfor
            c[i,j] = sum
        endfor
    endfor
endfunction

function y = numbers(m : int, n : int, of : int)
    y = zeros(m, n)
    for i=0..m-1
        for j=0..n-1
            y[i,j] = mod(7*i + 3*j + i*j, of)
        endfor
    endfor
endfunction

function [] = test(m : int, n : int, p : int)
    a = numbers(m, n, 5)
    b = numbers(n, p, 7)
    wanted = product_of(a, b)
    c = zeros(m, p)
    parallel_do([m,p], a, b, c, n, product)
    assert(sum(abs(c - wanted)) == 0)

    large = ones(m + 2, p + 5)
    parallel_do([m + 3, p + 7], a, b, large, product_safe)
    assert(sum(abs(large[0..m-1,0..p-1] - wanted)) == 0)
    assert(sum(large) == sum(wanted))

    parallel_do([m,p], a, numbers(p, n, 7), c, n, add_across)
    d = zeros(m, p)
    least = zeros(m, p)
    where = zeros[int](m, p)
    parallel_do([m,p], a, b, least, where, n, nearest)
    parallel_do([m,p], a, b, d, n, triangles)
    other = transpose(numbers(p, n, 7))
    {!interpreted for}
    for i=0..m-1
        for j=0..p-1
            across = wanted[i,j]
            s = 0.0
            best = 1e6
            place = -1
            for k=0..n-1
                across += a[i,k] > 2 ? a[i,k]*other[k,j] : -other[k,j]
                if a[i,k] + b[k,j] < best
                    best = a[i,k] + b[k,j]
                    place = k
                endif
                for l=0..k
                    s += a[i,k]*b[k,j]*b[l,j]
                endfor
                for l=0..mod(j,3)
                    s -= l*a[i,k]
                endfor
            endfor
            assert(c[i,j] == across && least[i,j] == best && where[i,j] == place && d[i,j] == s)
        endfor
    endfor

    whole = zeros[int](m, p)
    a_int = zeros[int](m, n)
    b_int = zeros[int](n, p)
    a_int[:,:] = a
    b_int[:,:] = b
    parallel_do([m,p], a_int, b_int, whole, n, product_int)
    assert(sum(abs(whole - wanted)) == 0)
    z = complex(zeros(m, p), zeros(m, p))
    parallel_do([m,p], complex(a, 2*a), complex(b, 0*b), z, n, product_complex)
    assert(sum(abs(real(z) - wanted)) == 0 && sum(abs(imag(z) - 2*wanted)) == 0)
endfunction

function [] = test_cubes(q : int, m : int, n : int, p : int)
    a = zeros(q, m, n)
    b = zeros(q, n, p)
    c = zeros(q, m, p)
    for i=0..q-1
        a[i,:,:] = numbers(m, n, 5 + i)
        b[i,:,:] = numbers(n, p, 7 + i)
    endfor
    parallel_do([q,m,p], a, b, c, n, products)
    for i=0..q-1
        assert(sum(abs(reshape(c[i,:,:], [m,p]) - product_of(numbers(m, n, 5 + i), numbers(n, p, 7 + i)))) == 0)
    endfor
endfunction

test(1, 1, 1)
test(1, 5, 66)
test(3, 4, 2)
test(4, 3, 1)
test(4, 16, 64)
test(5, 0, 3)
test(15, 2, 17)
test(16, 7, 31)
test(17, 3, 33)
test(8, 5, 129)
test(31, 2, 65)
test_cubes(3, 9, 4, 70)
test_cubes(2, 4, 3, 64)
print "ok"
