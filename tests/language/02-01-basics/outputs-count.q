% proves: 2.1(14) a function gives as many values as it has outputs
% expect: check-error `f` has 2 outputs, but 3
function [x, y] = f()
    x = 1
    y = 2
endfunction
[a, b, c] = f()
