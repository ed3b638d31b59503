% Recursion: calls and returns.
function y = fib(n)
    if n < 2
        y = n
    else
        y = fib(n - 1) + fib(n - 2)
    endif
endfunction
print fib(27)
