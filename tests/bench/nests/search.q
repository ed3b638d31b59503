% Searching and packing (TSVC).
% SPDX-License-Identifier: Apache-2.0

% the last one below a limit
function r = last_below(n : int, a : vec)
    j = -1
    for i=0..n-1
        if a[i] < 0.002
            j = i
        endif
    endfor
    return j
endfunction

% the first one above a limit, near the end
function r = first_above(n : int, a : vec, b : vec)
    b[n-9] = 9.0
    k = -1
    v = -1.0
    for i=0..n-1
        if b[i] > 2.0
            k = i
            v = b[i]
            break
        endif
    endfor
    return k + v
endfunction

% packed under a condition
function r = pack(n : int, a : vec, b : vec)
    j = -1
    for i=0..n-1
        if b[i] > 0.5
            j += 1
            a[j] = b[i]
        endif
    endfor
    return j
endfunction

% unpacked under a condition
function r = unpack(n : int, a : vec, b : vec)
    j = -1
    for i=0..n-1
        if a[i] > 0.5
            j += 1
            a[i] = b[j]
        endif
    endfor
    return j
endfunction

% a matrix packed by columns
function r = pack_columns(n : int, f : vec, a : mat, b : mat)
    k = -1
    for i=0..n-1
        for j=0..n-1
            if b[j,i] > 0.5
                k += 1
                f[k] = a[j,i]
            endif
        endfor
    endfor
    return k
endfunction

% how many are between two limits
function r = count_between(n : int, a : vec)
    k = 0
    for i=0..n-1
        if a[i] > 0.25 && a[i] < 0.75
            k += 1
        endif
    endfor
    return k
endfunction

% the first place where two differ
function r = first_difference(n : int, a : vec, b : vec)
    for i=0..n-2
        b[i] = a[i]
    endfor
    b[n-1] = a[n-1] + 1.0
    k = 0
    while k < n-1 && a[k] == b[k]
        k += 1
    endwhile
    return k
endfunction

% bisection for each element
function [] = bisection(n : int, a : vec, b : vec, c : vec)
    for i=0..n-1
        a[i] = i
    endfor
    for i=0..n-1
        low = 0
        high = n - 1
        while low < high
            middle = int((low + high)/2)
            if a[middle] < b[i]*n
                low = middle + 1
            else
                high = middle
            endif
        endwhile
        c[i] = low
    endfor
endfunction
