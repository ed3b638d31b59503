% proves: 6.1 ... or when it runs, with the same words
% expect: error type mismatch: `T` is `int` in `list`, but `string` in `item`
function [] = put[T](list : vec[T], at, item : T)
    list[at] = item
endfunction
call = (f, a, b, c) -> f(a, b, c)
call(put, vec[int](10), 4, "text")
