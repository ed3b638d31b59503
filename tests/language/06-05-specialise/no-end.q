% proves: 6.5 a function that specialises itself for ever larger types is refused
% expect: check-error the instances of `f` do not end
function y = f[T](x : T)
    q = $specialize(f, type(x, cell[T]))
    r = $specialize(f, type(x, vec[T]))
    y = 1
endfunction
g = $specialize(f, T == int)
