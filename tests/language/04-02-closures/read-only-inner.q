% proves: 4.2 the same for a variable of an enclosing function
% expect: check-error read-only
function y = outer(n)
    total = 0.0
    function [] = add(x)
        total += x
    endfunction
    add(n)
    y = total
endfunction
print outer(3)
