% proves: 4.10 two functions that call one another without end
% expect: error stack overflow
function y = even(n)
    y = odd(n - 1)
endfunction
function y = odd(n)
    y = even(n - 1)
endfunction
print even(1)
