% Dense linear algebra by elements.
% SPDX-License-Identifier: Apache-2.0

% a product of matrices, the element is updated
function [] = product_elements(n : int, a : mat, b : mat, c : mat)
    for i=0..n-1
        for j=0..n-1
            c[i,j] = 0.0
            for k=0..n-1
                c[i,j] += a[i,k]*b[k,j]
            endfor
        endfor
    endfor
endfunction

% a product of matrices, summed in a variable
function [] = product_variable(n : int, a : mat, b : mat, c : mat)
    for i=0..n-1
        for j=0..n-1
            s = 0.0
            for k=0..n-1
                s += a[i,k]*b[k,j]
            endfor
            c[i,j] = s
        endfor
    endfor
endfunction

% a product of matrices with rows innermost
function [] = product_rows(n : int, a : mat, b : mat, c : mat)
    for i=0..n-1
        for k=0..n-1
            for j=0..n-1
                c[i,j] += a[i,k]*b[k,j]
            endfor
        endfor
    endfor
endfunction

% two products of matrices
function [] = two_products(n : int, a : mat, b : mat, c : mat, t : mat, d : mat)
    for i=0..n-1
        for j=0..n-1
            t[i,j] = 0.0
            for k=0..n-1
                t[i,j] += 1.5*a[i,k]*b[k,j]
            endfor
        endfor
    endfor
    for i=0..n-1
        for j=0..n-1
            d[i,j] *= 1.2
            for k=0..n-1
                d[i,j] += t[i,k]*c[k,j]
            endfor
        endfor
    endfor
endfunction

% a matrix times its transpose
function [] = times_own_transpose(n : int, a : mat, c : mat)
    for i=0..n-1
        for j=0..n-1
            for k=0..n-1
                c[i,j] += a[i,k]*a[j,k]
            endfor
        endfor
    endfor
endfunction

% the transpose of a matrix times itself
function [] = transpose_times(n : int, a : mat, c : mat)
    for i=0..n-1
        for j=0..n-1
            s = 0.0
            for k=0..n-1
                s += a[k,i]*a[k,j]
            endfor
            c[i,j] = s
        endfor
    endfor
endfunction

% a matrix times a vector
function [] = matrix_vector(n : int, a : mat, x : vec, y : vec)
    for i=0..n-1
        y[i] = 0.0
        for j=0..n-1
            y[i] += a[i,j]*x[j]
        endfor
    endfor
endfunction

% the transpose of a matrix times a vector
function [] = transpose_vector(n : int, a : mat, x : vec, y : vec)
    for j=0..n-1
        y[j] = 0.0
    endfor
    for i=0..n-1
        for j=0..n-1
            y[j] += a[i,j]*x[i]
        endfor
    endfor
endfunction

% the transpose times what the matrix makes of a vector
function [] = transpose_matrix_vector(n : int, a : mat, x : vec, y : vec, t : vec)
    for j=0..n-1
        y[j] = 0.0
    endfor
    for i=0..n-1
        t[i] = 0.0
        for j=0..n-1
            t[i] += a[i,j]*x[j]
        endfor
        for j=0..n-1
            y[j] += a[i,j]*t[i]
        endfor
    endfor
endfunction

% both products in one nest
function [] = both_products(n : int, a : mat, p : vec, r : vec, q : vec, s : vec)
    for i=0..n-1
        q[i] = 0.0
        for j=0..n-1
            s[j] += r[i]*a[i,j]
            q[i] += a[i,j]*p[j]
        endfor
    endfor
endfunction

% vectors, an update of rank two
function [] = rank_two(n : int, a : mat, u : vec, v : vec, w : vec, z : vec)
    for i=0..n-1
        for j=0..n-1
            a[i,j] += u[i]*v[j] + w[i]*z[j]
        endfor
    endfor
endfunction

% two matrices times a vector
function [] = two_matrices_vector(n : int, a : mat, b : mat, x : vec, y : vec)
    for i=0..n-1
        s = 0.0
        t = 0.0
        for j=0..n-1
            s += a[i,j]*x[j]
            t += b[i,j]*x[j]
        endfor
        y[i] = 1.5*s + 1.2*t
    endfor
endfunction

% a matrix and its transpose times two vectors
function [] = with_and_transposed(n : int, a : mat, x : vec, y : vec, u : vec, v : vec)
    for i=0..n-1
        for j=0..n-1
            x[i] += a[i,j]*u[j]
        endfor
    endfor
    for i=0..n-1
        for j=0..n-1
            y[i] += a[j,i]*v[j]
        endfor
    endfor
endfunction

% columns of a cube times a matrix
function [] = cube_matrix(n : int, a : cube, c : mat, t : vec)
    for r=0..n-1
        for q=0..n-1
            for p=0..n-1
                t[p] = 0.0
                for s=0..n-1
                    t[p] += a[r,q,s]*c[s,p]
                endfor
            endfor
            for p=0..n-1
                a[r,q,p] = t[p]
            endfor
        endfor
    endfor
endfunction

% the means of columns, and the covariances
function [] = covariance(n : int, a : mat, c : mat, m : vec)
    for j=0..n-1
        m[j] = 0.0
        for i=0..n-1
            m[j] += a[i,j]
        endfor
        m[j] = m[j]/n
    endfor
    for i=0..n-1
        for j=0..n-1
            a[i,j] -= m[j]
        endfor
    endfor
    for i=0..n-1
        for j=i..n-1
            c[i,j] = 0.0
            for k=0..n-1
                c[i,j] += a[k,i]*a[k,j]
            endfor
            c[i,j] = c[i,j]/(n - 1)
            c[j,i] = c[i,j]
        endfor
    endfor
endfunction

% transposed
function [] = transposed(n : int, a : mat, b : mat)
    for i=0..n-1
        for j=0..n-1
            b[i,j] = a[j,i]
        endfor
    endfor
endfunction

% sums of rows and of columns
function [] = row_and_column_sums(n : int, a : mat, r : vec, c : vec)
    for i=0..n-1
        for j=0..n-1
            r[i] += a[i,j]
            c[j] += a[i,j]
        endfor
    endfor
endfunction

% rows divided by their length
function [] = rows_normalised(n : int, a : mat)
    for i=0..n-1
        s = 0.0
        for j=0..n-1
            s += a[i,j]*a[i,j]
        endfor
        for j=0..n-1
            a[i,j] = a[i,j]/sqrt(s)
        endfor
    endfor
endfunction

% distances of all pairs of rows
function [] = pair_distances(n : int, a : mat, d : mat)
    for i=0..n-1
        for j=0..n-1
            s = 0.0
            for k=0..31
                s += (a[i,k] - a[j,k])*(a[i,k] - a[j,k])
            endfor
            d[i,j] = sqrt(s)
        endfor
    endfor
endfunction

% forces of all pairs of bodies
function [] = pair_forces(n : int, x : vec, y : vec, m : vec, u : vec, v : vec)
    for i=0..n-1
        fx = 0.0
        fy = 0.0
        for j=0..n-1
            dx = x[j] - x[i]
            dy = y[j] - y[i]
            d = dx*dx + dy*dy + 0.01
            w = m[j]/(d*sqrt(d))
            fx += w*dx
            fy += w*dy
        endfor
        u[i] = fx
        v[i] = fy
    endfor
endfunction

% weighted sums of rows, and of columns at the next place
function [] = marginals(n : int, a : mat, r : vec, c : vec, w : vec)
    for i=0..n-1
        for j=0..n-2
            d = a[i,j]*w[j]
            r[i] += d
            c[j+1] += d + 1.0
        endfor
    endfor
endfunction
