% proves: 6.1, 2.2 every vec is a mat and every mat a cube: T is the array type with most dimensions, and brackets take those with fewer
% expect: ok
%! 18: `T` is `mat` in `the brackets`, but `cube` in `x`
%! 23: `T` is `ivec` in `a`, but `vec` in `b`
function y = pair[T](a : T, b : T)
    y = vec[T](2)
    y[0] = a
    y[1] = b
endfunction
assert(numel(pair([1.,2.], eye(3))[1]) == 9 && numel(pair(eye(3), [1.,2.])[1]) == 2)
assert(ndims(pair(ones(2,2,2), [1.,2.])[0]) == 3)
function y = count[T](x : T)
    y = numel(x)
endfunction
assert(count[mat](ones(4)) == 4 && count[cube](ones(2,2)) == 4)
caught = 0
try
    count[mat](ones(2,2,2))
catch e
    caught += 1
endtry
try
    pair([1,2], [1.5,2.5])
catch e
    caught += 1
endtry
assert(caught == 2)
print "ok"
