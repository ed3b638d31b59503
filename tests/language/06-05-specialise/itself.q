% proves: 6.5 a function may specialise itself, and two each other; constraints inside name the parameters
% expect: ok
function y = power(x : scalar, n : int)
    if n == 1
        y = x
    else
        last = $specialize(power, n == 1)
        y = x * last(x, n)
    endif
endfunction
square = $specialize(power, n == 2)
assert(square(3, 2) == 9 && power(4, 5) == 16)

function y = even(n : int, step : int)
    if n == 0
        y = 1
    else
        next = $specialize(odd, step == 1)
        y = next(n - step, 1)
    endif
endfunction
function y = odd(n : int, step : int)
    if n == 0
        y = 0
    else
        next = $specialize(even, step == 1)
        y = next(n - step, 1)
    endif
endfunction
is_even = $specialize(even, step == 1)
assert(is_even(7, 1) == 0 && is_even(8, 1) == 1)

% what is made here is one instance, though it is asked for twice
first = $specialize(power, n == 3)
again = $specialize(power, n == 3)
assert(first(2, 3) == again(2, 3))
print "ok"
