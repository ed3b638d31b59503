% proves: 4.13 what surely fails for its types or sizes can be caught, calls of generic functions and constructors included
% expect: ok
%! 15: `T` is `string` in `a`, but `scalar` in `b`
%! 20: `N` is 3 in `a`, but 4 in `b`
%! 25: the member `x` of `place` is a `scalar`
%! 31: the member `x` is a `scalar`
function y = pair[T](a : T, b : T)
    y = {a, b}
endfunction
function y = product[M, N](a : mat(M,N), b : vec(N))
    y = M * N
endfunction
function y = never_right(n)
    try
        y = pair("x", 0.5)
    catch ex
        y = n
    endtry
    try
        y = product(ones(2,3), ones(4))
    catch ex
        y += 10 * n
    endtry
    try
        p = place(x:="text")
    catch ex
        y += 100 * n
    endtry
    try
        q = place(x:=1)
        q.x = "text"
    catch ex
        y += 1000 * n
    endtry
endfunction
type place : mutable class
    x : scalar
endtype
assert(never_right(2) == 2222)
assert(pair(1, 2)[1] == 2 && product(ones(2,3), ones(3)) == 6)
print "ok"
