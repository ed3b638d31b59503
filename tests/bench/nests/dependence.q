% Dependences with known distances, by one index (the first category of TSVC).
% SPDX-License-Identifier: Apache-2.0

% odd elements from even ones
function [] = odd_from_even(n : int, a : vec, b : vec)
    for i=1..2..n-1
        a[i] = a[i-1] + b[i]
    endfor
endfunction

% every second element is written
function [] = every_second(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=0..int(n/2)-1
        a[2*i] = c[i]*b[i] + d[i]*b[i] + c[i]*c[i] + d[i]*b[i] + d[i]*c[i]
    endfor
endfunction

% from the end, each element to the next place
function [] = to_next_place(n : int, a : vec, b : vec)
    for i=n-2..-1..0
        a[i+1] = a[i] + b[i]
    endfor
endfunction

% from the end, without a dependence
function [] = backwards(n : int, a : vec, b : vec)
    for i=n-1..-1..0
        a[i] = b[i] + 1.0
    endfor
endfunction

% the first element is read by all
function [] = first_to_all(n : int, a : vec, b : vec)
    first = a[0]
    for i=1..n-1
        a[i] = first + b[i]
    endfor
endfunction

% the element in the middle is read before and after it is written
function [] = middle(n : int, a : vec, b : vec)
    for i=0..n-1
        a[i] = a[int(n/2)] + b[i]
    endfor
endfunction

% the lower triangle from the upper one
function [] = lower_from_upper(n : int, a : mat, b : mat)
    for i=0..n-1
        for j=0..i-1
            a[i,j] = a[j,i] + b[i,j]
        endfor
    endfor
endfunction

% solution of a triangular system by columns
function [] = forward_by_columns(n : int, x : vec, a : mat)
    for j=0..n-1
        for i=j+1..n-1
            x[i] -= a[j,i] * x[j] * 0.001
        endfor
    endfor
endfunction

% one matrix is read transposed
function [] = with_transposed(n : int, a : mat, b : mat, c : mat)
    for i=0..n-1
        for j=0..n-1
            a[i,j] = a[i,j]*c[j,i] + b[i,j]
        endfor
    endfor
endfunction

% five elements an iteration, each from its neighbour
function [] = five_products(n : int, a : vec)
    for i=0..5..n-6
        a[i] = a[i+1] * a[i]
        a[i+1] = a[i+2] * a[i+1]
        a[i+2] = a[i+3] * a[i+2]
        a[i+3] = a[i+4] * a[i+3]
        a[i+4] = a[i+5] * a[i+4]
    endfor
endfunction

% each element is a sum over all before it
function [] = sum_of_all_before(n : int, a : vec, b : mat)
    for i=1..n-1
        for j=0..i-1
            a[i] += b[j,i] * a[i-j-1] * 0.001
        endfor
    endfor
endfunction

% along the diagonal
function [] = along_diagonal(n : int, a : mat, b : mat)
    for i=1..n-1
        for j=1..n-1
            a[i,j] = a[i-1,j-1] + b[i,j]
        endfor
    endfor
endfunction

% down the columns
function [] = down_columns(n : int, a : mat, b : mat)
    for i=1..n-1
        for j=0..n-1
            a[i,j] = a[i-1,j] + b[i,j]
        endfor
    endfor
endfunction

% 64 elements before
function [] = distance_64(n : int, a : vec, b : vec)
    for i=0..n-65
        a[i+64] = a[i] + b[i]
    endfor
endfunction

% two halves of one array
function [] = second_half(n : int, a : vec, b : vec)
    k = int(n/2)
    for i=0..k-1
        a[i+k] = a[i] + b[i]
    endfor
endfunction

% an offset that only the caller knows
function [] = offset_unknown(n : int, m : int, a : vec, b : vec)
    for i=0..n-m-1
        a[i] = a[i+m] + b[i]
    endfor
endfunction

% a step that only the caller knows
function [] = step_unknown(n : int, step : int, a : vec, b : vec)
    for i=0..step..n-step-1
        a[i] = a[i+step] + b[i]
    endfor
endfunction

% a condition on the offset
function [] = offset_positive(n : int, k : int, a : vec, b : vec, c : vec)
    if k > 0
        for i=0..n-k-1
            a[i] = a[i+k] + b[i]*c[i]
        endfor
    endif
endfunction
