% proves: 6.8 a kernel's parameter `vec` takes arrays of any dimensions, of integers too, and beside the same array as mat
% expect: ok
function [] = __kernel__ spread(x : vec, y : vec, pos : int)
    y[pos] = x[2*pos]
endfunction
y = zeros(8)
parallel_do(8, ones(4,4,4), y, spread)
assert(sum(y) == 8, "a size that is known before the run")
parallel_do(8, reshape(0..63,[4,4,4]), y, spread)
assert(all(y == 2*(0..7)), "integers")
column = reshape(0..15,[16,1])
parallel_do(8, column, y, spread)
assert(all(y == 2*(0..7)) && all(size(column) == [16,1]), "a column")

% stored through the vector, seen in the array
function [] = __kernel__ double(y : vec, pos : int)
    y[pos] = 2*y[pos]
endfunction
x = [[1.,2.,3.],[4.,5.,6.]]
parallel_do(numel(x), x, double)
assert(all(x == [[2,4,6],[8,10,12]]), "stores")

function [] = __kernel__ both(m : mat, v : vec, z : vec, pos : int)
    z[pos] = m[1,pos] + v[2*pos]
endfunction
z = zeros(3)
parallel_do(3, x, x, z, both)
assert(all(z == [10,16,22]), "mat and vec at once")

function [] = __kernel__ captured(v : vec, z : vec, pos : int)
    z[pos] = x[1,pos] - v[pos]
endfunction
parallel_do(3, x, z, captured)
assert(all(z == [6,6,6]), "captured as a matrix")

function [] = __kernel__ around(v : vec'circular, w : cvec, pos : int)
    v[pos+6] = imag(w[pos])
endfunction
parallel_do(6, x, complex(zeros(2,3), ones(2,3)), around)
assert(all(x == ones(2,3)), "complex, circular")
print "ok"
