% proves: LANGUAGE, Arrays: an array of one element (a row times a column) counts as a number in conditions, bounds and products
% expect: ok
v = [1, 2]
s = v * transpose(v)
assert(s > 4 ? true : false, "? :")
if v*transpose(v) > 8
    assert(false)
endif
n = 0
while s > n
    n += 1
endwhile
assert(n == 5, "while")
for k = 0..s
endfor
assert(k == 5, "a bound")
w = v * s
assert(w[0] == 5 && w[1] == 10, "a product scales")
w = eye(1) * [[1,2],[3,4]]
assert(sum(w) == 10)

% loops and kernels see the same number
y = zeros(4)
for k = 0..3
    v = [1, 2, k]
    if v*transpose(v) > 8
        y[k] = v*transpose(v)
    endif
endfor
assert(y == [0,0,9,14])
function [] = __kernel__ scaled(y : mat, pos : int)
    v = [1, 2, pos]
    y[pos,:] = v*transpose(v) == 5 ? v : v*(v*transpose(v))
endfunction
z = zeros(2,3)
parallel_do(2, z, scaled)
assert(z == [[1,2,0],[6,12,6]])

caught = 0
try
    if zeros(0)
        caught = 2
    endif
catch
    caught = 1
endtry
assert(caught == 1, "an empty array is no condition")
print "ok"
