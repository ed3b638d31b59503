% proves: 6.8 functions for arrays of N dimensions; N as a dimension and as a size; kernels that take arrays as vec
% expect: ok
function z = product_of[N](x : cube{N}, y : cube{N})
    function [] = __kernel__ kernel(x : vec, y : vec, z : vec, x_size : ivec(N), y_size : ivec(N), pos : int)
        z_size = int(x_size .* y_size)
        p = ind2pos(x_size, pos)
        for j = 0..prod(y_size)-1
            q = ind2pos(y_size, j)
            z[pos2ind(z_size, p .* y_size + q)] = x[pos] * y[j]
        endfor
    endfunction
    z = uninit(size(x,0..N-1) .* size(y,0..N-1))
    parallel_do(numel(x), x, y, z, size(x,0..N-1), size(y,0..N-1), kernel)
endfunction
% two rows, two columns, a row and a matrix: of a vector, size(x,0..N-1) is its length
assert(all(product_of([1,2,3], [1,10]) == [1,10,2,20,3,30]), "rows")
assert(all(product_of(transpose([1,2]), transpose([1,10])) == transpose([1,10,2,20])), "columns")
assert(all(product_of([1,2], [[1,10],[100,1000]]) == [[1,10,2,20],[100,1000,200,2000]]), "a row and a matrix")
assert(all(product_of(transpose([1,2]), [1,10]) == [[1,10],[2,20]]), "a column and a row")
assert(all(product_of[1]([1,2], [1,10]) == [1,10,2,20]), "explicit")
function l = lengths[N](x : cube{N})
    l = size(x, 0..N-1)
endfunction
assert(all(lengths([1,2,3]) == [3]) && all(lengths(ones(2,3)) == [2,3]) && numel(lengths(ones(2,3,4,5))) == 4, "lengths")
function n = dimensions[N](x : cube{N}, y : cube{N})
    n = N
endfunction
a = product_of([[1,2],[3,4]], [[1,10]])
assert(sum(abs(a - [[1,10,2,20],[3,30,4,40]])) == 0)
b = product_of(ones(2,2,2), ones(3,1,2))
assert(size(b,0..2) == [6,2,4] && sum(b) == 48)
c = product_of(2*ones(2,2,2,2), ones(1,3,1,2))
assert(size(c,0..3) == [2,6,2,4] && sum(c) == 192)
% of different dimensions the larger one counts
assert(dimensions(ones(2,2), ones(2,2,3)) == 3 && dimensions(ones(2,2,2,2), [1,2]) == 4)
assert(dimensions(ones(3), ones(2)) == 1)
% any number of dimensions, linear indices
function y = every_second(x : cube{:}, step : int)
    y = uninit(int(size(x) / step))
    {!parallel for}
    for v = 0..numel(y)-1
        p = ind2pos(size(y), v)
        y[p] = x[p * step]
    endfor
endfunction
d = every_second([[1,2,3,4],[5,6,7,8],[0,0,0,0],[9,0,10,0]], 2)
assert(size(d) == [2,2] && d[0,0] == 1 && d[0,1] == 3 && d[1,1] == 0)
e = every_second(ones(4,4,4), 2)
assert(size(e,0..2) == [2,2,2] && sum(e) == 8)
print "ok"
