% expect: ok
% What a loop leaves in a variable that not every iteration assigns is kept where the program reads it, and only there.

function y = marks(x : vec, k : scalar)
    c = -1
    y = zeros(numel(x))
    for i=0..numel(x)-1
        if x[i] > k
            c = i
            y[i] = c
        endif
    endfor
    y[0] += 1000*c
endfunction

function y = assigned_again(x : vec)
    y = zeros(numel(x))
    for i=0..numel(x)-1
        if x[i] > 3
            c = x[i]
            y[i] = c
        endif
    endfor
    c = 5
    y[0] = c
endfunction

function y = loop_variable_again(x : vec, n : int)
    y = zeros(numel(x))
    for r=1..2
        for i=0..numel(x)-1
            best = 0
            for c=0..n-1
                if x[i] > c
                    best = c
                endif
            endfor
            y[i] += best
        endfor
        for c=0..numel(y)-1
            y[c] += 10
        endfor
    endfor
endfunction

function y = perhaps_no_round(x : vec, n : int)
    c = 0
    y = zeros(numel(x))
    for i=0..numel(x)-1
        if x[i] > 3
            c = i
        endif
        y[i] = 1
    endfor
    for k=1..n
        c = 100
    endfor
    y[0] = c
endfunction

function y = next_round(x : vec)
    c = 0
    y = zeros(numel(x))
    for r=1..3
        y[0] += c
        for i=0..numel(x)-1
            if x[i] > 3
                c = i + r
            endif
        endfor
    endfor
endfunction

function y = left_early(x : vec, n : int)
    c = 0
    y = 0
    while true
        n -= 1
        for i=0..numel(x)-1
            if x[i] > 3
                c = i
            endif
        endfor
        if n < 0
            break
        endif
        c = 50
    endwhile
    y = c
endfunction

function y = at_the_condition(x : vec)
    c = 0
    n = 0
    repeat
        n += 1
        for i=0..numel(x)-1
            if x[i] > 3
                c = i
            endif
        endfor
        if n < 3
            continue
        endif
        c = 1
    until c < 3 || n > 5
    y = n
endfunction

function y = in_one_branch(x : vec, n : int)
    c = 7
    for i=0..numel(x)-1
        if x[i] > 3
            c = i
        endif
    endfor
    if n == 1
        c = 1
    elseif n == 2
        c = 2
    endif
    y = c
endfunction

function y = in_each_arm(x : vec, n : int)
    c = 7
    for i=0..numel(x)-1
        if x[i] > 3
            c = i
        endif
    endfor
    match n with
    | 1 -> c = 1
    | 2 -> c = 2
    endmatch
    y = c
endfunction

function y = after_an_error(x : vec)
    c = 7
    try
        for i=0..numel(x)-1
            if x[i] > 3
                c = i
            endif
        endfor
        error("stop")
        c = 1
    catch e
        y = c
    endtry
endfunction

function y = in_a_closure(x : vec)
    c = 7
    for i=0..numel(x)-1
        if x[i] > 3
            c = i
        endif
    endfor
    f = t -> t + c
    c = 100
    y = f(0)
endfunction

function y = added_to(x : vec)
    c = 7
    for i=0..numel(x)-1
        if x[i] > 3
            c = i
        endif
    endfor
    c += 1
    y = c
endfunction

function y = an_output(x : vec, n : int)
    y = 7
    for i=0..numel(x)-1
        if x[i] > 3
            y = i
        endif
    endfor
    if n == 1
        return
    endif
    y = 1
endfunction

function y = returned_inside(x : vec)
    y = 7
    for i=0..numel(x)-1
        if x[i] > 3
            y = i
        endif
    endfor
    f = t -> (u = t + 1; u)
    g = f(0)
    if g == 2
        y = 1
    endif
endfunction

function [] = main()
    x = zeros(5000)
    x[0..4] = [1, 5, 2, 9, 3]
    assert(sum(abs(marks(x, 3)[0..4] - [3000, 1, 0, 3, 0])) == 0)
    assert(sum(abs(assigned_again(x)[0..4] - [5, 5, 0, 9, 0])) == 0)
    assert(sum(abs(loop_variable_again(x, 4)[0..4] - [20, 26, 22, 26, 24])) == 0)
    assert(perhaps_no_round(x, 0)[0] == 3 && perhaps_no_round(x, 1)[0] == 100)
    assert(next_round(x)[0] == 4 + 5)
    assert(left_early(x, 0) == 3 && left_early(x, 2) == 3)
    assert(at_the_condition(x) == 3)
    assert(in_one_branch(x, 0) == 3 && in_one_branch(x, 1) == 1 && in_one_branch(x, 2) == 2)
    assert(in_each_arm(x, 0) == 3 && in_each_arm(x, 1) == 1)
    assert(after_an_error(x) == 3)
    assert(in_a_closure(x) == 3)
    assert(added_to(x) == 4)
    assert(an_output(x, 0) == 1 && an_output(x, 1) == 3 && returned_inside(x) == 3)
    print "ok"
endfunction
