% proves: 17.2 work items that leave their loops at different times give what they give one by one: break, flags, repeat
% expect: ok
% compiled: all
function y = steps_to_break(x)
    y = zeros(size(x))
    for i=0..numel(x)-1
        a = x[i]
        z = 0.0
        n = 200
        for k=3..2..199
            if z > 2
                n = k
                break
            endif
            if mod(k, 3) == 1
                continue
            endif
            z = z*z + a
        endfor
        y[i] = n + z
    endfor
endfunction

function y = steps_back(x, most : int)
    y = zeros(size(x))
    for i=0..numel(x)-1
        a = x[i]
        z = 0.0
        last = -7
        for k=most..-1..2
            for l=0..1
                z = z*z/2 + a
            endfor
            last = k
            if z^2 + z > 3
                break
            endif
        endfor
        y[i] = last + z^3
    endfor
endfunction

function y = steps_by_flag(x)
    y = zeros(size(x))
    for i=0..numel(x)-1
        a = x[i]
        z = 0.0
        k = 0
        go = true
        while go
            z = z*z + a
            k += 1
            go = k < 90 && z < 2
        endwhile
        y[i] = k
    endfor
endfunction

function y = steps_by_repeat(x)
    y = zeros(size(x))
    for i=0..numel(x)-1
        a = x[i]
        z = [0.0, a]
        k = 5
        least = 5
        odd = 0
        repeat
            z = [z[0]*z[0] + z[1], a]
            least = min(least, k - 3)
            odd += mod(k, 2) == 1 ? 2 : 0
            k -= 1
        until k < -100 || z[0] >= 2
        y[i] = k + 1000*least + 100000*odd
    endfor
endfunction

% What is read in each round at the item's own position.
function y = steps_of_elements(x)
    y = zeros(size(x))
    for i=0..numel(x)-1
        z = 0.0
        n = 200
        for k=3..2..199
            if z > 2
                n = k
                break
            endif
            if mod(k, 3) == 1
                continue
            endif
            z = z*z + x[i] + 0*x[i+1]
        endfor
        y[i] = n + z
    endfor
endfunction

% Behind a condition, what is read without a check must not be read ahead of it.
function [] = __kernel__ guarded(x : vec'unchecked, y : vec, far : int, pos : int)
    z = 0.0
    n = 0
    while n < 40 && z < 2
        if far == 0
            z = z*z + x[pos+1000000*far]
        else
            z += 0.3
        endif
        n += 1
    endwhile
    y[pos] = n
endfunction

% One by one: the parts of a loop that the host computes.
function n = alone(x : scalar, form : int, most : int)
    z = 0.0
    n = 0.0
    if form == 0
        n = 200.0
        for k=3..2..199
            if z > 2
                n = k
                break
            endif
            if mod(k, 3) == 1
                continue
            endif
            z = z*z + x
        endfor
        n = n + z
    elseif form == 1
        last = -7
        for k=most..-1..2
            z = z*z/2 + x
            z = z*z/2 + x
            last = k
            if z*z + z > 3
                break
            endif
        endfor
        n = last + z*z*z
    elseif form == 2
        go = true
        while go
            z = z*z + x
            n += 1
            go = n < 90 && z < 2
        endwhile
    else
        n = 5
        least = 5.0
        odd = 0.0
        repeat
            z = z*z + x
            least = min(least, n - 3)
            odd += mod(n, 2) == 1 ? 2 : 0
            n -= 1
        until n < -100 || z >= 2
        n = n + 1000*least + 100000*odd
    endif
endfunction

function [] = main()
    x = linspace(0.2, 1.1, 20000)
    results = {steps_to_break(x), steps_back(x, 70), steps_by_flag(x), steps_by_repeat(x), steps_of_elements(x)}
    for form=0..4
        y = results[form]
        for i=0..numel(x)-1
            expected = alone(x[i], mod(form, 4), 70)
            if abs(y[i] - expected) > 1e-3*abs(expected)
                error "form ", form, ", item ", i, ": ", y[i], ", not ", expected
            endif
        endfor
    endfor
    y = zeros(numel(x))
    parallel_do(numel(x), x, y, 1000000, guarded)
    assert(min(y) == 7 && max(y) == 7)
    print "ok"
endfunction
