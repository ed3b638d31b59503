% proves: 4 return gives a value to an output, which the function has to have
% expect: check-error `show` has no output that `return` could give a value; name one, as in function y = show
function show(x)
    if x > 3
        return 5
    endif
    print x
endfunction
show(2)
