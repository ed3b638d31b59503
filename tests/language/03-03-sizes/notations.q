% proves: 3.3 vecX and vec(X), matXxY, cubeXxYxZ and with four sizes
% expect: ok
function y = a(x : vec4)
    y = numel(x)
endfunction
function y = b(x : vec(4))
    y = numel(x)
endfunction
function y = c(x : mat2x3)
    y = numel(x)
endfunction
function y = d(x : mat(2,3))
    y = numel(x)
endfunction
function y = e(x : cube2x2x3)
    y = numel(x)
endfunction
function y = f(x : cube2x2x2x2)
    y = numel(x)
endfunction
function y = g(x : cube(2,2,2,2))
    y = numel(x)
endfunction
assert(a([1,2,3,4]) == 4 && b(ones(4)) == 4 && c(ones(2,3)) == 6 && d(zeros(2,3)) == 6)
assert(e(ones(2,2,3)) == 12 && f(zeros(2,2,2,2)) == 16 && g(zeros(2,2,2,2)) == 16)
function r = fails(f)
    r = 0
    try
        f()
    catch ex
        r = 1
    endtry
endfunction
n = int(numel([1,2,3]))
assert(fails(() -> a(zeros(n))) == 1)
assert(fails(() -> c(zeros(n,n))) == 1)
assert(fails(() -> e(zeros(2,2,n-1))) == 1)
assert(fails(() -> f(zeros(2,2,2,n))) == 1)
type rgb : cube(:,:,3)
function y = h(x : rgb)
    y = size(x,2)
endfunction
assert(h(zeros(4,5,3)) == 3)
assert(fails(() -> h(zeros(4,5,n+1))) == 1)
assert(ivec3(3)[0] == 0)
print "ok"
