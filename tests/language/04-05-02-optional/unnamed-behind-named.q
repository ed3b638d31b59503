% proves: 4.5.2 an argument without a name stands before the named ones
% expect: check-error the argument `5` has no name and stands behind `b:=...`; arguments without a name come first
function y = f(a, b, c = 3)
    y = a + 10 * b + 100 * c
endfunction
print(f(1, b := 2, 5))
