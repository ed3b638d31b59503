% proves: 6.1 instances that make each other without an end are an error
% expect: check-error the instances of `f` do not end
function y = f[T](x : T)
    y = f(vec[T](2))
endfunction
f(3)
