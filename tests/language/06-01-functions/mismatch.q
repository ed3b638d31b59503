% proves: 6.1 arguments whose types do not match are an error before the program runs
% expect: check-error type mismatch: `T` is `int` in `list`, but `string` in `item`
function [] = put[T](list : vec[T], at, item : T)
    list[at] = item
endfunction
put(vec[int](10), 4, "text")
