% Stencils and time steps.
% SPDX-License-Identifier: Apache-2.0

% three points, in time steps
function [] = three_points(n : int, a : vec, b : vec)
    for t=1..50
        for i=1..n-2
            b[i] = 0.333*(a[i-1] + a[i] + a[i+1])
        endfor
        for i=1..n-2
            a[i] = 0.333*(b[i-1] + b[i] + b[i+1])
        endfor
    endfor
endfunction

% five points, in time steps
function [] = five_points(n : int, a : mat, b : mat)
    for t=1..10
        for i=1..n-2
            for j=1..n-2
                b[i,j] = 0.2*(a[i,j] + a[i,j-1] + a[i,j+1] + a[i-1,j] + a[i+1,j])
            endfor
        endfor
        for i=1..n-2
            for j=1..n-2
                a[i,j] = 0.2*(b[i,j] + b[i,j-1] + b[i,j+1] + b[i-1,j] + b[i+1,j])
            endfor
        endfor
    endfor
endfunction

% five points, columns outside
function [] = five_points_by_columns(n : int, a : mat, b : mat)
    for j=1..n-2
        for i=1..n-2
            b[i,j] = 0.2*(a[i,j] + a[i,j-1] + a[i,j+1] + a[i-1,j] + a[i+1,j])
        endfor
    endfor
endfunction

% nine points in place
function [] = nine_points_in_place(n : int, a : mat)
    for t=1..4
        for i=1..n-2
            for j=1..n-2
                above = a[i-1,j-1] + a[i-1,j] + a[i-1,j+1]
                a[i,j] = (above + a[i,j-1] + a[i,j] + a[i,j+1] + a[i+1,j-1] + a[i+1,j] + a[i+1,j+1])/9.0
            endfor
        endfor
    endfor
endfunction

% five points in place
function [] = five_points_in_place(n : int, a : mat, f : mat)
    for t=1..4
        for i=1..n-2
            for j=1..n-2
                a[i,j] = 0.25*(a[i-1,j] + a[i+1,j] + a[i,j-1] + a[i,j+1] - f[i,j])
            endfor
        endfor
    endfor
endfunction

% red and black points in turn
function [] = red_black(n : int, a : mat, f : mat)
    for colour=0..1
        for i=1..n-2
            for j=1..n-2
                if mod(i + j, 2) == colour
                    a[i,j] = 0.25*(a[i-1,j] + a[i+1,j] + a[i,j-1] + a[i,j+1] - f[i,j])
                endif
            endfor
        endfor
    endfor
endfunction

% seven points of a cube
function [] = seven_points(n : int, a : cube, b : cube)
    for t=1..4
        for i=1..n-2
            for j=1..n-2
                for k=1..n-2
                    sides = a[i+1,j,k] + a[i-1,j,k] + a[i,j+1,k] + a[i,j-1,k]
                    b[i,j,k] = a[i,j,k] + 0.1*(sides + a[i,j,k+1] + a[i,j,k-1] - 6.0*a[i,j,k])
                endfor
            endfor
        endfor
        for i=1..n-2
            for j=1..n-2
                for k=1..n-2
                    a[i,j,k] = b[i,j,k]
                endfor
            endfor
        endfor
    endfor
endfunction

% the fields of a wave
function [] = wave_fields(n : int, e : mat, f : mat, h : mat, s : vec)
    for t=0..9
        for j=0..n-1
            f[0,j] = s[t]
        endfor
        for i=1..n-1
            for j=0..n-1
                f[i,j] -= 0.5*(h[i,j] - h[i-1,j])
            endfor
        endfor
        for i=0..n-1
            for j=1..n-1
                e[i,j] -= 0.5*(h[i,j] - h[i,j-1])
            endfor
        endfor
        for i=0..n-2
            for j=0..n-2
                h[i,j] -= 0.7*(e[i,j+1] - e[i,j] + f[i+1,j] - f[i,j])
            endfor
        endfor
    endfor
endfunction

% sweeps along rows, then along columns
function [] = alternating_sweeps(n : int, x : mat, a : mat, b : mat)
    for i=0..n-1
        for j=1..n-1
            x[i,j] -= x[i,j-1]*a[i,j]*0.3
            b[i,j] += a[i,j]*a[i,j]*0.1
        endfor
    endfor
    for j=0..n-1
        for i=1..n-1
            x[i,j] -= x[i-1,j]*a[i,j]*0.3
        endfor
    endfor
endfunction

% a window of five by five
function [] = window(n : int, a : mat, b : mat, w : mat)
    for i=2..n-3
        for j=2..n-3
            s = 0.0
            for k=0..4
                for l=0..4
                    s += a[i+k-2,j+l-2]*w[k,l]
                endfor
            endfor
            b[i,j] = s
        endfor
    endfor
endfunction

% edges
function [] = edges(n : int, a : mat, b : mat)
    for i=1..n-2
        for j=1..n-2
            gx = a[i-1,j+1] + 2.0*a[i,j+1] + a[i+1,j+1] - a[i-1,j-1] - 2.0*a[i,j-1] - a[i+1,j-1]
            gy = a[i+1,j-1] + 2.0*a[i+1,j] + a[i+1,j+1] - a[i-1,j-1] - 2.0*a[i-1,j] - a[i-1,j+1]
            b[i,j] = sqrt(gx*gx + gy*gy)
        endfor
    endfor
endfunction

% a wave on a string with two earlier states
function [] = string_wave(n : int, u : vec, v : vec, w : vec)
    for t=1..40
        for i=1..n-2
            w[i] = 2.0*v[i] - u[i] + 0.2*(v[i-1] - 2.0*v[i] + v[i+1])
        endfor
        for i=0..n-1
            u[i] = v[i]
            v[i] = w[i]
        endfor
    endfor
endfunction

% the residual and its norm
function r = residual(n : int, a : mat, f : mat, r : mat)
    s = 0.0
    for i=1..n-2
        for j=1..n-2
            r[i,j] = f[i,j] - (4.0*a[i,j] - a[i-1,j] - a[i+1,j] - a[i,j-1] - a[i,j+1])
            s += r[i,j]*r[i,j]
        endfor
    endfor
    return s
endfunction

% a grid to one of half the size
function [] = to_half(n : int, a : mat, b : mat)
    for i=0..int(n/2)-1
        for j=0..int(n/2)-1
            b[i,j] = 0.25*(a[2*i,2*j] + a[2*i,2*j+1] + a[2*i+1,2*j] + a[2*i+1,2*j+1])
        endfor
    endfor
endfunction

% heat in a bar whose conductivity changes, in time steps
function [] = heat_in_a_bar(n : int, a : vec, b : vec, k : vec)
    rate = 0.1
    for t=1..40
        for i=1..n-2
            b[i] = a[i] + rate*(k[i]*(a[i+1] - a[i]) - k[i-1]*(a[i] - a[i-1]))
        endfor
        for i=1..n-2
            a[i] = b[i]
        endfor
        rate *= 0.99
    endfor
endfunction
