% proves: 6.5 the function is known before the program runs
% expect: check-error \$specialize: its first argument has to name one function
function y = twice(f, x)
    g = $specialize(f, n == 2)
    y = g(x)
endfunction
print twice(x -> x, 3)
