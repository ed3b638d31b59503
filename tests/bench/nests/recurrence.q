% Recurrences along a line, over the rows of a matrix, filters.
% SPDX-License-Identifier: Apache-2.0

% tridiagonal equations in every row
function [] = tridiagonal_rows(n : int, a : mat, d : mat, x : mat)
    for i=0..n-1
        for j=1..n-1
            w = 0.3*a[i,j-1]
            d[i,j] -= w*d[i,j-1]*0.2
            x[i,j] -= w*x[i,j-1]
        endfor
        for j=n-2..-1..0
            x[i,j] = x[i,j] - 0.3*x[i,j+1]
        endfor
    endfor
endfunction

% tridiagonal equations by Thomas
function [] = thomas(n : int, a : vec, c : vec, d : vec, x : vec)
    c[0] = c[0]*0.25
    d[0] = d[0]*0.25
    for i=1..n-1
        m = 1.0/(4.0 - a[i]*c[i-1])
        c[i] = c[i]*m
        d[i] = (d[i] - a[i]*d[i-1])*m
    endfor
    x[n-1] = d[n-1]
    for i=n-2..-1..0
        x[i] = d[i] - c[i]*x[i+1]
    endfor
endfunction

% a smoothing filter, there and back
function [] = smooth_both_ways(n : int, a : vec, y : vec)
    s = 0.0
    for i=0..n-1
        s = 0.8*s + 0.2*a[i]
        y[i] = s
    endfor
    s = 0.0
    for i=n-1..-1..0
        s = 0.8*s + 0.2*y[i]
        y[i] = s
    endfor
endfunction

% a filter of second order in every row
function [] = filter_rows(n : int, a : mat, y : mat)
    for i=0..n-1
        p = 0.0
        q = 0.0
        for j=0..n-1
            v = 0.2*a[i,j] + 1.1*p - 0.4*q
            y[i,j] = v
            q = p
            p = v
        endfor
    endfor
endfunction

% a filter down every column
function [] = filter_columns(n : int, a : mat, y : mat)
    for j=0..n-1
        s = 0.0
        for i=0..n-1
            s = 0.7*s + 0.3*a[i,j]
            y[i,j] = s
        endfor
    endfor
endfunction

% running sums along rows
function [] = running_rows(n : int, a : mat)
    for i=0..n-1
        for j=1..n-1
            a[i,j] += a[i,j-1]
        endfor
    endfor
endfunction

% running sums down columns
function [] = running_columns(n : int, a : mat)
    for j=0..n-1
        for i=1..n-1
            a[i,j] += a[i-1,j]
        endfor
    endfor
endfunction

% the running largest
function [] = running_largest(n : int, a : vec, b : vec)
    x = 0.0
    for i=0..n-1
        if a[i] > x
            x = a[i]
        endif
        b[i] = x
    endfor
endfunction

% a polynomial by Horner at every point
function [] = horner(n : int, x : vec, c : vec, y : vec)
    for i=0..n-1
        s = c[15]
        for k=14..-1..0
            s = s*x[i] + c[k]
        endfor
        y[i] = s
    endfor
endfunction

% a logistic map for every start
function [] = logistic_map(n : int, x : vec)
    for i=0..n-1
        for t=1..50
            x[i] = 3.5*x[i]*(1.0 - x[i])
        endfor
    endfor
endfunction

% Newton's root of every element
function [] = newton_root(n : int, a : vec, x : vec)
    for i=0..n-1
        r = 1.0
        for t=1..8
            r = 0.5*(r + a[i]/r)
        endfor
        x[i] = r
    endfor
endfunction

% escape times
function [] = escape_times(n : int, y : mat)
    for i=0..n-1
        for j=0..n-1
            cx = 3.0*j/n - 2.0
            cy = 2.5*i/n - 1.25
            zx = 0.0
            zy = 0.0
            k = 0
            while k < 100 && zx*zx + zy*zy < 4.0
                t = zx*zx - zy*zy + cx
                zy = 2.0*zx*zy + cy
                zx = t
                k += 1
            endwhile
            y[i,j] = k
        endfor
    endfor
endfunction

% a finite impulse response
function [] = impulse_response(n : int, a : vec, h : vec, y : vec)
    for i=31..n-1
        s = 0.0
        for k=0..31
            s += h[k]*a[i-k]
        endfor
        y[i] = s
    endfor
endfunction

% a table by a cumulative product in every row
function [] = cumulative_product_rows(n : int, a : mat)
    for i=0..n-1
        for j=1..n-1
            a[i,j] = a[i,j-1]*(0.9 + 0.1*a[i,j])
        endfor
    endfor
endfunction
