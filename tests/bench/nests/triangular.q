% Triangular nests and eliminations.
% SPDX-License-Identifier: Apache-2.0

% the lower part of a product with its own transpose
function [] = triangle_own_transpose(n : int, a : mat, c : mat)
    for i=0..n-1
        for j=0..i
            c[i,j] *= 1.2
        endfor
        for k=0..n-1
            for j=0..i
                c[i,j] += 1.5*a[i,k]*a[j,k]
            endfor
        endfor
    endfor
endfunction

% the lower part of an update of rank 2k
function [] = triangle_two_products(n : int, a : mat, b : mat, c : mat)
    for i=0..n-1
        for j=0..i
            for k=0..n-1
                c[i,j] += a[j,k]*b[i,k] + b[j,k]*a[i,k]
            endfor
        endfor
    endfor
endfunction

% a triangular matrix times a matrix
function [] = triangular_product(n : int, a : mat, b : mat)
    for i=0..n-1
        for j=0..n-1
            for k=i+1..n-1
                b[i,j] += a[k,i]*b[k,j]*0.01
            endfor
            b[i,j] = 1.5*b[i,j]
        endfor
    endfor
endfunction

% a symmetric matrix, of which half is stored, times a matrix
function [] = symmetric_product(n : int, a : mat, b : mat, c : mat)
    for i=0..n-1
        for j=0..n-1
            t = 0.0
            for k=0..i-1
                c[k,j] += 1.5*b[i,j]*a[i,k]
                t += b[k,j]*a[i,k]
            endfor
            c[i,j] = 1.2*c[i,j] + 1.5*b[i,j]*a[i,i] + 1.5*t
        endfor
    endfor
endfunction

% elimination without exchanges
function [] = elimination(n : int, a : mat)
    for k=0..n-2
        for i=k+1..n-1
            a[i,k] = a[i,k]/a[k,k]
            for j=k+1..n-1
                a[i,j] -= a[i,k]*a[k,j]
            endfor
        endfor
    endfor
endfunction

% the same row by row
function [] = elimination_by_rows(n : int, a : mat)
    for i=0..n-1
        for j=0..i-1
            for k=0..j-1
                a[i,j] -= a[i,k]*a[k,j]
            endfor
            a[i,j] = a[i,j]/a[j,j]
        endfor
        for j=i..n-1
            for k=0..i-1
                a[i,j] -= a[i,k]*a[k,j]
            endfor
        endfor
    endfor
endfunction

% the root of a matrix by Cholesky
function [] = cholesky(n : int, a : mat)
    for i=0..n-1
        for j=0..i-1
            for k=0..j-1
                a[i,j] -= a[i,k]*a[j,k]
            endfor
            a[i,j] = a[i,j]/a[j,j]
        endfor
        for k=0..i-1
            a[i,i] -= a[i,k]*a[i,k]
        endfor
        a[i,i] = sqrt(a[i,i])
    endfor
endfunction

% forward substitution
function [] = forward_substitution(n : int, a : mat, b : vec, x : vec)
    for i=0..n-1
        x[i] = b[i]
        for j=0..i-1
            x[i] -= a[i,j]*x[j]
        endfor
        x[i] = x[i]/a[i,i]
    endfor
endfunction

% back substitution
function [] = back_substitution(n : int, a : mat, b : vec, x : vec)
    for i=n-1..-1..0
        s = b[i]
        for j=i+1..n-1
            s -= a[i,j]*x[j]
        endfor
        x[i] = s/a[i,i]
    endfor
endfunction

% orthogonal columns by Gram and Schmidt
function [] = gram_schmidt(n : int, a : mat, q : mat, r : mat)
    for k=0..n-1
        s = 0.0
        for i=0..n-1
            s += a[i,k]*a[i,k]
        endfor
        r[k,k] = sqrt(s)
        for i=0..n-1
            q[i,k] = a[i,k]/r[k,k]
        endfor
        for j=k+1..n-1
            r[k,j] = 0.0
            for i=0..n-1
                r[k,j] += q[i,k]*a[i,j]
            endfor
            for i=0..n-1
                a[i,j] -= q[i,k]*r[k,j]
            endfor
        endfor
    endfor
endfunction

% equations of a Toeplitz matrix by Durbin
function [] = durbin(n : int, r : vec, y : vec, z : vec)
    y[0] = -r[0]*0.001
    beta = 1.0
    alpha = -r[0]*0.001
    for k=1..n-1
        beta = (1.0 - alpha*alpha)*beta
        s = 0.0
        for i=0..k-1
            s += r[k-i-1]*y[i]
        endfor
        alpha = -(r[k]*0.001 + s*0.001)/beta
        for i=0..k-1
            z[i] = y[i] + alpha*y[k-i-1]
        endfor
        for i=0..k-1
            y[i] = z[i]
        endfor
        y[k] = alpha
    endfor
endfunction

% the inverse of a lower triangle
function [] = triangle_inverse(n : int, a : mat, x : mat)
    for j=0..n-1
        x[j,j] = 1.0/a[j,j]
        for i=j+1..n-1
            s = 0.0
            for k=j..i-1
                s += a[i,k]*x[k,j]
            endfor
            x[i,j] = -s/a[i,i]
        endfor
    endfor
endfunction

% the upper triangle set to zero
function [] = upper_to_zero(n : int, a : mat)
    for i=0..n-1
        for j=i+1..n-1
            a[i,j] = 0.0
        endfor
    endfor
endfunction

% made symmetric
function [] = made_symmetric(n : int, a : mat)
    for i=0..n-1
        for j=0..i-1
            a[j,i] = a[i,j]
        endfor
    endfor
endfunction

% solved from the end, by columns
function [] = backward_by_columns(n : int, x : vec, a : mat)
    for j=n-1..-1..0
        for i=0..j-1
            x[i] -= a[j,i] * x[j] * 0.001
        endfor
    endfor
endfunction

% rows become free of those before them, by a number of each round
function [] = rows_free_of_first(n : int, a : mat, x : vec)
    scale = 1.0
    for k=0..15
        scale = 0.5*scale + x[k]
        for i=k+1..n-1
            for j=0..n-1
                a[i,j] -= scale*0.001*a[k,j]
            endfor
        endfor
    endfor
endfunction
