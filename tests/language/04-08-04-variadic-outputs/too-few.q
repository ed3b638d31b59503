% proves: 4.8.4 [a, b, c] = f() is an error when the cell has two elements
% expect: error element
function [args] = several()
    args = {1, 2}
endfunction
[a, b, c] = several()
print a
