% proves: 4.5 outputs that have a value in some branches only, or behind a return, get a warning at the function's line
% expect: check-warning
%! 9: the output `y` of `branch` gets a value in some branches only, from line 10 on
%! 15: the output `b` of `choice` gets a value in some branches only, from line 16 on
%! 23: the output `y` of `early` has no value at the `return` in line 25
%! 30: the output `y` of `search` gets a value in some branches only, from line 32 on
%! 38: the output `y` of `apart` gets a value in some branches only, from line 39 on

function y = branch(x)
    if x > 0
        y = 1
    endif
endfunction

function [a, b] = choice(x)
    match x with
    | 0 -> a = 1
    | 1 -> (a = 2; b = 3)
    | _ -> a = 3
    endmatch
endfunction

function y = early(x)
    if x < 0
        return
    endif
    y = sqrt(x)
endfunction

function y = search(x, value)
    for i = 0..numel(x)-1
        if x[i] == value
            y = i
        endif
    endfor
endfunction

function y = apart(x)
    if x < 0
        error("negative")
    elseif x == 0
        print "nothing"
    else
        y = 1
    endif
endfunction

% These always have one, or may have.
function y = both(x)
    if x > 0
        y = 1
    else
        y = 2
    endif
endfunction
function y = or_fails(x)
    if x > 0
        y = 1
    else
        error("not above 0")
    endif
endfunction
function y = before(x)
    y = 0
    if x > 0
        y = 1
    endif
endfunction
function y = together(x)
    if x > 0
        y = 1
    endif
    if x <= 0
        y = 2
    endif
endfunction
function y = until_found(x)
    while true
        if x > 10
            y = x
            break
        endif
        x += 1
    endwhile
endfunction
function y = tried(x)
    try
        y = f(x)
    catch ex
        y = 0
    endtry
endfunction
function y = f(x)
    if x > 3
        return 2
    endif
    y = 1
endfunction
function y = in_loop(x)
    for i = 0..3
        if i == 0
            y = zeros(4)
        endif
        y[i] = x
    endfor
endfunction
function y = in_a_later_round(x, most)
    n = 0
    while true
        if n > most
            return
        endif
        y = x + n
        n += 1
    endwhile
endfunction
