% Counters beside the loop's index (TSVC: induction variables, symbolics).
% SPDX-License-Identifier: Apache-2.0

% the next index by a variable
function [] = next_by_variable(n : int, a : vec, b : vec)
    for i=0..n-2
        j = i + 1
        a[i] = a[j] + b[i]
    endfor
endfunction

% a counter that runs against the index
function [] = counter_from_end(n : int, step : int, a : vec, b : vec)
    j = 1
    k = 0
    for i=0..step..n-1
        k += j
        a[i] += b[n-k]
    endfor
endfunction

% a counter that runs ahead on a condition
function [] = counter_with_condition(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    j = -1
    for i=0..int(n/2)-1
        j += 1
        a[j] = b[i] + d[i]*e[i]
        if c[i] > 0.5
            j += 1
            a[j] = c[i] + d[i]*e[i]
        endif
    endfor
endfunction

% a counter that both branches move
function [] = counter_both_branches(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    j = -1
    for i=0..n-1
        if b[i] > 0.5
            j += 1
            a[j] = b[i] + d[i]*e[i]
        else
            j += 1
            a[j] = c[i] + d[i]*e[i]
        endif
    endfor
endfunction

% a matrix to a vector by a counter
function [] = matrix_to_vector(n : int, f : vec, a : mat, b : mat, c : mat)
    k = -1
    for i=0..n-1
        for j=0..n-1
            k += 1
            f[k] = a[i,j] + b[i,j]*c[i,j]
        endfor
    endfor
endfunction

% a counter that runs down columns
function [] = vector_down_columns(n : int, f : vec, b : mat, c : mat)
    k = 1
    for i=0..n-1
        for j=1..n-1
            b[j,i] = b[j-1,i] + f[k-1]*c[j,i]
            k += 1
        endfor
        k += 1
    endfor
endfunction

% two elements an iteration by a counter
function [] = two_by_counter(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    j = -1
    for i=0..int(n/2)-1
        j += 1
        a[j] = b[i] + c[i]*d[i]
        j += 1
        a[j] = b[i] + d[i]*e[i]
    endfor
endfunction

% two counters, each from the other
function [] = coupled_counters(n : int, a : vec, b : vec, c : vec, d : vec)
    j = -1
    for i=0..int(n/2)-1
        k = j + 1
        a[i] = b[k] - d[i]
        j = k + 1
        b[k] = a[i] + c[k]
    endfor
endfunction

% a stride that only the caller knows
function [] = stride_unknown(n : int, inc : int, a : vec, b : vec)
    for i=0..n-1
        a[i*inc] += b[i]
    endfor
endfunction

% a packed triangle
function [] = packed_triangle(n : int, f : vec, b : mat)
    for i=0..n-1
        k = int((i+1)*i/2) + i
        for j=i..n-1
            f[k] += b[j,i]
            k += j + 1
        endfor
    endfor
endfunction

% a convolution of halves
function [] = half_convolution(n : int, a : vec, b : vec, c : vec)
    m = int(n/2)
    for j=0..m-1
        for i=0..m-1
            a[i] += b[i+m-j-1] * c[j]
        endfor
    endfor
endfunction

% values from the index
function [] = from_index(n : int, a : vec, b : vec, c : vec)
    for i=0..n-1
        a[i] = b[i] + c[i]*(i+1)
    endfor
endfunction

% a number that grows by two
function [] = grows_by_two(n : int, a : vec, b : vec)
    s = 0.0
    for i=0..n-1
        s += 2.0
        a[i] = s * b[i]
    endfor
endfunction

% elements at half the index
function [] = half_index(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=0..n-1
        a[i] = b[i] + c[int(i/2)]*d[i]
    endfor
endfunction
