% proves: 6.1 a constraint on a type parameter is told to have no effect
% expect: check-warning
%! 4: the type parameter `T` of `f` stands for any type
function y = f[T : [int|scalar], N : int](x : vec[T](N))
    y = x[0] + N
endfunction
print(f([1, 2]))
