% proves: 4.2 a variable that starts from an outer one may be changed once it is there, in loops and in outputs of that name too
% expect: ok
%! 8: is a new variable here that starts from the outer
count = 3
total = 100
function y = next(step)
    % new here
    count = count + step
    count += step
    y = count
endfunction
assert(next(1) == 5 && count == 3)
function total = add(n)
    total = 0
    for k=1..n
        total += k
    endfor
endfunction
assert(add(4) == 10 && total == 100)
function [total : scalar] = __kernel__ add_all(x : vec, pos : int)
    total += x[pos]
endfunction
assert(parallel_do(4, [1.,2.,3.,4.], add_all) == 10)
function y = late(n)
    y = 0
    for k=1..n
        if k > 1
            seen += k
            y = seen
        else
            seen = 10
        endif
    endfor
endfunction
assert(late(3) == 15)
print "ok"
