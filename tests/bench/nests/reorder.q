% Statements to be reordered, loops to be distributed or interchanged (TSVC).
% SPDX-License-Identifier: Apache-2.0

% the second statement writes what the first one reads next
function [] = reorder_two(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=1..n-2
        a[i] = b[i-1] + c[i]*d[i]
        b[i] = b[i+1] - e[i]*d[i]
    endfor
endfunction

% the second statement reads what the first one writes next
function [] = read_before_write(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=0..n-2
        a[i] *= c[i]
        b[i] += a[i+1]*d[i]
    endfor
endfunction

% each statement reads the other's neighbour
function [] = crossed_neighbours(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=1..n-2
        a[i] = b[i-1] + c[i]
        b[i] = a[i+1]*d[i]
    endfor
endfunction

% one statement is a recurrence
function [] = one_recurrence(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=1..n-1
        a[i] += c[i]*d[i]
        b[i] = b[i-1]*0.5 + a[i] + d[i]
    endfor
endfunction

% four elements before
function [] = distance_4(n : int, a : vec, b : vec)
    for i=4..n-1
        b[i] = b[i-4]*0.5 + a[i]
    endfor
endfunction

% a recurrence between two statements
function [] = recurrence_between(n : int, a : vec, b : vec, c : vec, e : vec)
    for i=1..n-1
        a[i] += b[i]*c[i]
        e[i] = e[i-1]*e[i-1]*0.5 + 0.1
        a[i] -= b[i]*c[i]*0.5
    endfor
endfunction

% down the columns, columns outside
function [] = columns_outside(n : int, a : mat, b : mat)
    for i=0..n-1
        for j=1..n-1
            a[j,i] = a[j-1,i] + b[j,i]
        endfor
    endfor
endfunction

% along the rows of a triangle
function [] = rows_of_triangle(n : int, a : mat, b : mat)
    for j=1..n-1
        for i=1..j
            a[j,i] = a[j,i-1]*a[j,i-1]*0.5 + b[j,i]
        endfor
    endfor
endfunction

% a triangle by columns
function [] = triangle_by_columns(n : int, a : mat, b : mat, c : mat)
    for j=0..n-1
        for i=j..n-1
            a[i,j] = b[i,j] + c[i,j]
        endfor
    endfor
endfunction

% two inner loops, one along each dimension
function [] = along_each(n : int, a : mat, b : mat, c : mat)
    for i=1..n-1
        for j=1..n-1
            a[j,i] = a[j-1,i] + c[j,i]
        endfor
        for j=1..n-1
            b[j,i] = b[j,i-1] + c[j,i]
        endfor
    endfor
endfunction

% two inner loops, one transposed
function [] = one_transposed(n : int, a : mat, b : mat, c : mat)
    for i=1..n-1
        for j=1..n-1
            a[j,i] = a[j-1,i] + c[j,i]
        endfor
        for j=1..n-1
            b[i,j] = b[i-1,j] + c[i,j]
        endfor
    endfor
endfunction

% an element, then its column
function [] = element_and_column(n : int, m : mat, p : mat, a : vec, b : vec, c : vec)
    for i=0..n-1
        a[i] += b[i]*c[i]
        for j=1..n-1
            m[j,i] = m[j-1,i] + p[j,i]*a[i]
        endfor
    endfor
endfunction

% the next element is read behind a write
function [] = next_behind_write(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=0..n-2
        a[i] = b[i]*c[i]*d[i]
        b[i] = a[i]*a[i+1]*d[i]
    endfor
endfunction

% a running sum with numbers beside it
function [] = running_with_numbers(n : int, a : vec, b : vec, c : vec, d : vec)
    s = 0.25
    t = 0.125
    for i=1..n-1
        a[i] = a[i-1] + s + t + b[i] + c[i] + d[i]
    endfor
endfunction

% an element twice
function [] = element_twice(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-2
        a[i] = b[i] + c[i]*d[i]
        b[i] = a[i] + d[i]*e[i]
        a[i] = b[i] + a[i+1]*d[i]
    endfor
endfunction

% the last write of the one before is overwritten
function [] = overwritten(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=0..n-2
        a[i] = b[i] + c[i]*d[i]
        b[i] = c[i] + b[i]
        a[i+1] = b[i] + a[i+1]*d[i]
    endfor
endfunction

% an element and its neighbour
function [] = with_neighbour(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=0..n-2
        a[i] = b[i] + c[i]*c[i] + b[i]*b[i] + c[i]
        d[i] = a[i] + a[i+1]
    endfor
endfunction

% the neighbour is overwritten
function [] = neighbour_overwritten(n : int, a : vec, b : vec, c : vec, e : vec)
    for i=0..n-2
        a[i+1] = b[i] + e[i]
        a[i] = b[i] + c[i]
    endfor
endfunction

% the diagonal
function [] = diagonal(n : int, a : mat, b : mat, c : mat)
    for i=0..n-1
        a[i,i] += b[i,i]*c[i,i]
    endfor
endfunction

% the identity matrix
function [] = identity(n : int, a : mat)
    for i=0..n-1
        for j=0..n-1
            a[j,i] = 0.0
        endfor
        a[i,i] = 1.0
    endfor
endfunction

% from the left and from above
function [] = left_and_above(n : int, a : mat)
    for j=1..n-1
        for i=1..n-1
            a[j,i] = (a[j,i-1] + a[j-1,i]) / 2.0
        endfor
    endfor
endfunction
