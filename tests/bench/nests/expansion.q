% Variables of the loop: expanded, carried by an iteration or two, crossing thresholds (TSVC).
% SPDX-License-Identifier: Apache-2.0

% a number of the iteration
function [] = own_number(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=0..n-1
        s = b[i] + c[i]*d[i]
        a[i] = s*s
    endfor
endfunction

% a number and an element
function [] = number_and_element(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-1
        s = b[i] + c[i]
        b[i] = a[i] + d[i]
        a[i] = s*e[i]
    endfor
endfunction

% the number of the iteration before
function [] = number_before(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    s = 0.0
    for i=0..n-1
        a[i] = s*e[i]
        s = b[i] + c[i]
        b[i] = a[i] + d[i]
    endfor
endfunction

% elements that follow each other
function [] = elements_in_turn(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-2
        a[i+1] = b[i] + c[i]
        b[i] = c[i]*e[i]
        d[i] = a[i]*e[i]
    endfor
endfunction

% a product and the one before
function [] = product_before(n : int, a : vec, b : vec, c : vec)
    t = 0.0
    for i=0..n-1
        s = b[i]*c[i]
        a[i] = s + t
        t = s
    endfor
endfunction

% a number under a condition
function [] = number_if(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=0..n-1
        if a[i] > b[i]
            s = a[i] - b[i]*d[i]
            c[i] += s
            a[i] = s
        endif
    endfor
endfunction

% the mean with the element before, around the end
function [] = mean_before(n : int, a : vec, b : vec)
    x = b[n-1]
    for i=0..n-1
        a[i] = (b[i] + x)*0.5
        x = b[i]
    endfor
endfunction

% the mean of three, around the end
function [] = mean_of_three(n : int, a : vec, b : vec)
    x = b[n-1]
    y = b[n-2]
    for i=0..n-1
        a[i] = (b[i] + x + y)*0.333
        y = x
        x = b[i]
    endfor
endfunction

% a vector that every column fills anew
function [] = column_vector(n : int, a : vec, b : mat, c : mat, d : vec)
    for i=0..n-1
        for j=1..n-1
            a[j] = 1.0 - a[j-1]
            c[j,i] = a[j] + b[j,i]*d[j]
        endfor
    endfor
endfunction

% an element that goes on from the one before, for each column
function [] = element_each_column(n : int, a : vec, b : mat, c : mat)
    for i=1..n-1
        for j=0..n-1
            a[i] = c[j,i] - a[i-1]
            c[j,i] = a[i] + b[j,i]
        endfor
    endfor
endfunction

% a number that stays where the condition is false
function [] = number_stays(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    s = 0.0
    for i=0..n-1
        if a[i] > 0.5
            s = d[i]*d[i]
        endif
        b[i] = s*c[i] + d[i]
        e[i] = (s + 1.0)*a[i]
    endfor
endfunction

% one number for two purposes
function [] = number_twice(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=1..n-1
        t = a[i] + b[i]
        a[i] = t + c[i-1]
        t = c[i]*d[i]
        c[i] = t
    endfor
endfunction

% read from the other end
function [] = other_end(n : int, a : vec, b : vec, c : vec)
    for i=0..n-1
        x = a[n-i-1] + b[i]*c[i]
        a[i] = x - 1.0
        b[i] = x
    endfor
endfunction

% one number, two elements
function [] = number_two_elements(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-1
        x = b[i]*c[i] + a[i]*d[i] + e[i]
        a[i] = x - 1.0
        b[i] = x
    endfor
endfunction

% the index of the iteration before
function [] = index_before(n : int, a : vec, b : vec)
    before = n - 1
    for i=0..n-1
        a[i] = (b[i] + b[before])*0.5
        before = i
    endfor
endfunction

% the indices of the two iterations before
function [] = two_indices_before(n : int, a : vec, b : vec)
    one = n - 1
    two = n - 2
    for i=0..n-1
        a[i] = (b[i] + b[one] + b[two])*0.333
        two = one
        one = i
    endfor
endfunction

% the first element is read by all and written once
function [] = first_read_by_all(n : int, a : vec)
    for i=0..n-1
        a[i] = a[0]
    endfor
endfunction

% the last two are exchanged in each pair
function [] = pairs_exchanged(n : int, a : vec)
    for i=0..2..n-2
        t = a[i]
        a[i] = a[i+1]
        a[i+1] = t
    endfor
endfunction
