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
    results = {steps_to_break(x), steps_back(x, 70), steps_by_flag(x), steps_by_repeat(x)}
    for form=0..3
        y = results[form]
        for i=0..numel(x)-1
            expected = alone(x[i], form, 70)
            if abs(y[i] - expected) > 1e-3*abs(expected)
                error "form ", form, ", item ", i, ": ", y[i], ", not ", expected
            endif
        endfor
    endfor
    print "ok"
endfunction
