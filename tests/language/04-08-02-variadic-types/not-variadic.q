% proves: 4.8.2 a function that is not variadic does not fit
% expect: check-error helper|custom_print
function [] = helper(custom_print : [(...??) -> ()])
    custom_print("Stage", 1)
endfunction
function [] = one(x)
    print x
endfunction
helper(one)
