% proves: 6.1 ... at run time too
% expect: error do not end|stack overflow
function y = f[T](x : T)
    z = eval("2")
    y = call(vec[T](z))
endfunction
call = x -> f(x)
call(3)
