% proves: 4.2 a compound assignment to a closure variable is an error, also where the function makes a variable of that name below it
% expect: check-error `count` is a closure variable of next and read-only
count = 3
function y = next(step)
    count += step
    count = count + step
    y = count
endfunction
print next(1)
