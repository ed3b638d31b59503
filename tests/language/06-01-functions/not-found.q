% proves: 6.1 a parameter that no argument tells has to be named
% expect: check-error the type parameter `T` of `make` can't be found from the arguments; name it in brackets, as in `make\[int\]
function list = make[T](n : int)
    list = vec[T](n)
endfunction
x = make(10)
