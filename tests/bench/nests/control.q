% Branches in loops (TSVC: control flow).
% SPDX-License-Identifier: Apache-2.0

% either its own element or the next one of another array
function [] = either_or_next(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-2
        if b[i] < 0.5
            c[i+1] = a[i] + d[i]*d[i]
        else
            a[i] = c[i] + d[i]*e[i]
        endif
    endfor
endfunction

% either of two arrays
function [] = either_array(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-1
        if c[i] < 0.5
            b[i] = a[i] + d[i]*d[i]
        else
            a[i] = c[i] + d[i]*e[i]
        endif
    endfor
endfunction

% one update under a condition
function [] = update_if(n : int, a : vec, b : vec, c : vec)
    for i=0..n-1
        if b[i] > 0.5
            a[i] += b[i]*c[i]
        endif
    endfor
endfunction

% two updates under a condition
function [] = two_updates_if(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-1
        if e[i] >= 0.5
            a[i] += c[i]*d[i]
            b[i] += c[i]*c[i]
        endif
    endfor
endfunction

% a condition on what was computed
function [] = if_on_result(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-1
        a[i] += d[i]*e[i]
        if a[i] < 1.0
            b[i] += d[i]*e[i]
        endif
        c[i] += a[i]*d[i]
    endfor
endfunction

% a result that is replaced
function [] = replaced_result(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-1
        a[i] = c[i] + e[i]*d[i]
        if a[i] > 1.0
            b[i] = a[i] + b[i]
        else
            a[i] = d[i]*e[i]
        endif
    endfor
endfunction

% a column only if its first element says so
function [] = columns_if(n : int, a : mat, b : mat, c : mat)
    for i=0..n-1
        if a[0,i] > 0.5
            for j=1..n-1
                a[j,i] = a[j-1,i] + b[j,i]*c[j,i]
            endfor
        endif
    endfor
endfunction

% columns, then an element
function [] = columns_and_element(n : int, m : mat, p : mat, q : mat, a : vec, b : vec, c : vec, d : vec)
    for i=0..n-1
        for j=0..n-1
            m[j,i] += p[j,i]*q[j,i]
        endfor
        a[i] = b[i] + c[i]*d[i]
    endfor
endfunction

% the first part otherwise than the second
function [] = two_parts(n : int, a : vec, b : vec, c : vec, d : vec)
    half = int(n/2)
    for i=0..n-1
        if i+1 < half
            a[i] += b[i]*c[i]
        else
            a[i] += b[i]*d[i]
        endif
    endfor
endfunction

% conditions inside each other, the next element is written
function [] = inside_each_other(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-2
        if a[i] < 0.5
            if b[i] < 0.5
                a[i] += c[i]*d[i]
            endif
            b[i+1] = c[i] + d[i]*e[i]
        endif
    endfor
endfunction

% both branches, then what follows
function [] = branches_join(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-1
        if a[i] > 0.5
            c[i] = -c[i] + d[i]*e[i]
        else
            b[i] = -b[i] + d[i]*e[i]
        endif
        a[i] = b[i] + c[i]*d[i]
    endfor
endfunction

% branches in a branch
function [] = branches_in_branch(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-1
        if a[i] > 0.5
            c[i] = -c[i] + e[i]*e[i]
        else
            b[i] = -b[i] + d[i]*d[i]
            if b[i] <= a[i]
                c[i] += d[i]*e[i]
            endif
        endif
        a[i] = b[i] + c[i]*d[i]
    endfor
endfunction

% two conditions
function [] = two_conditions(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-1
        if a[i] < 0.5
            if b[i] > a[i]
                c[i] += d[i]*e[i]
            endif
        endif
    endfor
endfunction

% conditions that do not change in the loop
function [] = fixed_conditions(n : int, flag : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-1
        if a[i] > b[i]
            a[i] += b[i]*d[i]
            if n > 10
                c[i] += d[i]*d[i]
            else
                c[i] = d[i]*e[i] + 1.0
            endif
        else
            b[i] = a[i] + e[i]*e[i]
            if flag > 0
                c[i] = a[i] + d[i]*d[i]
            else
                c[i] += e[i]*e[i]
            endif
        endif
    endfor
endfunction

% greater than the other
function [] = update_if_greater(n : int, a : vec, b : vec, c : vec)
    for i=0..n-1
        if a[i] > b[i]
            a[i] += b[i]*c[i]
        endif
    endfor
endfunction

% three cases
function [] = three_cases(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=0..n-1
        if d[i] < 0.3
            a[i] += b[i]*c[i]
        elseif d[i] < 0.6
            a[i] += b[i]*b[i]
        else
            a[i] += c[i]*c[i]
        endif
    endfor
endfunction

% copied under a condition
function [] = copy_if(n : int, a : vec, b : vec)
    for i=0..n-1
        if b[i] > 0.5
            a[i] = b[i]
        endif
    endfor
endfunction

% the loop is left at a condition that is never met
function [] = left_never(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=0..n-1
        if d[i] < 0.0
            break
        endif
        a[i] += b[i]*c[i]
    endfor
endfunction

% the loop is left behind the element at which it is left
function [] = left_late(n : int, a : vec, b : vec, c : vec)
    for i=0..n-1
        a[i] += b[i]*c[i]
        if c[i] > b[i] + 2.0
            break
        endif
    endfor
endfunction

% clipped at both ends
function [] = clipped(n : int, a : vec, b : vec)
    for i=0..n-1
        v = b[i]*2.0 - 0.5
        if v < 0.0
            v = 0.0
        elseif v > 1.0
            v = 1.0
        endif
        a[i] = v
    endfor
endfunction
