% proves: 4.8.4 [a] = f() is an error when the cell has more than one element
% expect: error element
function [args] = several()
    args = {1, 2}
endfunction
[a] = several()
print a
