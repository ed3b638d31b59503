% Sums, products, extremes, recurrences over a vector (TSVC: reductions).
% SPDX-License-Identifier: Apache-2.0

% a sum
function r = total(n : int, a : vec)
    s = 0.0
    for i=0..n-1
        s += a[i]
    endfor
    return s
endfunction

% a sum of what is above a limit
function r = total_if(n : int, a : vec)
    s = 0.0
    for i=0..n-1
        if a[i] > 0.5
            s += a[i]
        endif
    endfor
    return s
endfunction

% a product of numbers near one
function r = product(n : int, a : vec)
    p = 1.0
    for i=0..n-1
        p *= 0.99999 + 0.00002*a[i]
    endfor
    return p
endfunction

% a dot product
function r = dot(n : int, a : vec, b : vec)
    s = 0.0
    for i=0..n-1
        s += a[i]*b[i]
    endfor
    return s
endfunction

% the largest
function r = largest(n : int, a : vec)
    x = a[0]
    for i=0..n-1
        if a[i] > x
            x = a[i]
        endif
    endfor
    return x
endfunction

% the smallest
function r = smallest(n : int, a : vec)
    x = a[0]
    for i=0..n-1
        if a[i] < x
            x = a[i]
        endif
    endfor
    return x
endfunction

% the largest, and where it is
function r = largest_where(n : int, a : vec)
    x = a[0]
    k = 0
    for i=0..n-1
        if a[i] > x
            x = a[i]
            k = i
        endif
    endfor
    return x + k
endfunction

% the largest of a matrix, and where it is
function r = largest_of_matrix(n : int, a : mat)
    x = a[0,0]
    row = 0
    column = 0
    for i=0..n-1
        for j=0..n-1
            if a[i,j] > x
                x = a[i,j]
                row = i
                column = j
            endif
        endfor
    endfor
    return x + row + column
endfunction

% the largest absolute value, and where it is, with a stride
function r = largest_with_stride(n : int, inc : int, a : vec)
    k = 0
    at = 0
    x = abs(a[0])
    for i=1..n-1
        k += inc
        if abs(a[k]) > x
            at = i
            x = abs(a[k])
        endif
    endfor
    return x + at
endfunction

% the largest absolute value
function r = largest_absolute(n : int, a : vec)
    x = abs(a[0])
    for i=0..n-1
        if abs(a[i]) > x
            x = abs(a[i])
        endif
    endfor
    return x
endfunction

% two statements and a sum over both
function r = stored_and_summed(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    s = 0.0
    for i=0..n-1
        a[i] = c[i] + d[i]
        s += a[i]
        b[i] = c[i] + e[i]
        s += b[i]
    endfor
    return s
endfunction

% a running sum
function [] = running_sum(n : int, a : vec, b : vec)
    s = 0.0
    for i=0..n-1
        s += a[i]
        b[i] = s
    endfor
endfunction

% a dot product, five at a time
function r = dot_by_five(n : int, a : vec, b : vec)
    s = 0.0
    for i=0..5..n-5
        s = s + a[i]*b[i] + a[i+1]*b[i+1] + a[i+2]*b[i+2] + a[i+3]*b[i+3] + a[i+4]*b[i+4]
    endfor
    return s
endfunction

% a multiple added, five at a time
function [] = axpy_by_five(n : int, a : vec, b : vec, c : vec)
    f = c[0]
    for i=0..5..n-5
        a[i] += f*b[i]
        a[i+1] += f*b[i+1]
        a[i+2] += f*b[i+2]
        a[i+3] += f*b[i+3]
        a[i+4] += f*b[i+4]
    endfor
endfunction

% the same with gathered elements
function [] = gathered_by_five(n : int, a : vec, b : vec, c : vec, p : vec[int])
    f = c[0]
    for i=0..5..n-5
        a[i] += f*b[p[i]]
        a[i+1] += f*b[p[i+1]]
        a[i+2] += f*b[p[i+2]]
        a[i+3] += f*b[p[i+3]]
        a[i+4] += f*b[p[i+4]]
    endfor
endfunction

% first order
function [] = first_order(n : int, a : vec, b : vec)
    for i=1..n-1
        a[i] += a[i-1]*b[i]*0.5
    endfor
endfunction

% second order
function [] = second_order(n : int, a : vec, b : vec, c : vec)
    for i=2..n-1
        a[i] = a[i] + a[i-1]*b[i]*0.3 + a[i-2]*c[i]*0.3
    endfor
endfunction

% coupled
function [] = coupled(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=1..n-1
        a[i] = b[i-1]*0.5 + c[i]*d[i]
        b[i] = a[i] + c[i]*e[i]
    endfor
endfunction

% the mean, then the variance
function r = mean_and_variance(n : int, a : vec)
    s = 0.0
    for i=0..n-1
        s += a[i]
    endfor
    m = s/n
    v = 0.0
    for i=0..n-1
        v += (a[i] - m)*(a[i] - m)
    endfor
    return v/n
endfunction
