% A function that calls itself, and two that call each other.
function y = fib(n : int)
    if n < 2
        y = n
    else
        y = fib(n - 1) + fib(n - 2)
    endif
end

function y = is_even(n : int)
    y = true
    if n > 0
        y = is_odd(n - 1)
    endif
end

function y = is_odd(n : int)
    y = false
    if n > 0
        y = is_even(n - 1)
    endif
end

function [] = main()
    a = fib(4)
    b = is_even(3)
    print a, b
end
