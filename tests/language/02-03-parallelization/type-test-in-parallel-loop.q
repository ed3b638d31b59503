% manual: 2.2 2.3 type(x, "name") and cast(x, "name") in a parallel loop: the text names a type
% expect: ok
function y = f(v : vec, z : cvec)
    y = zeros(3)
    {!parallel for}
    for k=0..2
        y[k] = cast(v[k], "int") + 100 * type(v, "vec") + 1000 * type(z, "vec")
    endfor
endfunction
y = f([1.5, 2.5, 3.5], [1i, 2, 3])
assert(sum(abs(y - [101, 102, 103])) == 0)
print "ok"
