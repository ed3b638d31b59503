% proves: 2.4.1 while, break, continue, return and nested conditions in kernels
% expect: ok
function [] = __kernel__ collatz(x : vec, steps : vec, pos : int)
    n = int(x[pos])
    if n <= 0
        steps[pos] = -1
        return
    endif
    k = 0
    while true
        if n == 1
            break
        endif
        k += 1
        if mod(n,2) == 0
            n = int(n/2)
            continue
        endif
        n = 3*n + 1
    endwhile
    steps[pos] = k
endfunction
x = [1.0, 2.0, 3.0, 7.0, 27.0, 0.0, -5.0]
y = zeros(7)
parallel_do(7, x, y, collatz)
e = [0, 1, 7, 16, 111, -1, -1]
for i=0..6
    assert(y[i] == e[i], "collatz of ", x[i], ": ", y[i])
endfor
print "ok"
