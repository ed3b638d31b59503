% manual: 2.4.1 the access mode that a variable is declared with, in kernels too: of arrays, of small vectors, of parts
% expect: ok
function [] = __kernel__ k(x : vec, m : mat, y : mat, pos : int)
    a : vec'circular = x
    b : vec'mirror = [1.0, 2.0, 3.0]
    c : vec3'clamped = [1.0, 2.0, 3.0]
    d : mat'circular = m[0..1, 0..1]
    e : vec'mirror = x * 2
    f : mat'mirror = zeros(3,3)
    f[0,1] = 5
    y[pos,0] = a[-1] + 10 * a[pos + 4]
    y[pos,1] = b[-1] + 10 * b[pos + 2] + 100 * b[-1 - pos]
    y[pos,2] = c[-5] + 10 * c[pos + 1] + 100 * c[7]
    y[pos,3] = d[-1,-1] + 10 * d[pos,pos]
    y[pos,4] = e[-1 - pos]
    y[pos,5] = f[-1,1] + f[pos,-2]
    y[pos,6] = sum(a[-1..1])
endfunction
function [] = __kernel__ w(x : vec, pos : int)
    a : vec'circular = x
    a[-1] = 8
endfunction
x = [1.0, -2.0, 3.5, 4.0]
m = [[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]]
y = zeros(3,7)
parallel_do(3, x, m, y, k)
assert(sum(abs(y[0,:] - [14, 131, 321, 15, 2, 10, 3])) == 0, "first")
assert(sum(abs(y[1,:] - [-16, 231, 331, 55, -4, 5, 3])) == 0, "second")
assert(sum(abs(y[2,:] - [39, 321, 331, 15, 7, 5, 3])) == 0, "third")
parallel_do(1, x, w)
assert(x[3] == 8, "a write behind the start")
print "ok"
