% Indices from an array, calls, vector idioms (TSVC).
% SPDX-License-Identifier: Apache-2.0

% gathered and added
function [] = gather_add(n : int, a : vec, b : vec, p : vec[int])
    for i=0..n-1
        a[i] += b[p[i]]*0.5
    endfor
endfunction

% updated at gathered places
function [] = update_gathered(n : int, a : vec, b : vec, c : vec, p : vec[int])
    for i=0..n-1
        a[p[i]] = b[p[i]] + c[i]
    endfor
endfunction

% gathered from the end
function [] = gather_from_end(n : int, a : vec, b : vec, c : vec, d : vec, p : vec[int])
    for i=0..n-1
        k = p[i]
        a[i] = b[i] + c[n-k-1]*d[i]
    endfor
endfunction

% a sum of gathered products
function r = gathered_dot(n : int, a : vec, b : vec, p : vec[int])
    s = 0.0
    for i=0..n-1
        s += a[i]*b[p[i]]
    endfor
    return s
endfunction

% a sum over a gathered row
function r = gathered_row(n : int, a : vec, b : mat, p : vec[int])
    s = 0.0
    for j=1..15
        for i=0..n-1
            s += a[i]*b[j-1,p[i]]
        endfor
    endfor
    return s
endfunction

% scattered
function [] = scatter(n : int, a : vec, b : vec, c : vec, d : vec, p : vec[int])
    for i=0..n-1
        a[p[i]] = b[i] + c[i]*d[i]
    endfor
endfunction

% gathered
function [] = gather(n : int, a : vec, b : vec, p : vec[int])
    for i=0..n-1
        a[i] = b[p[i]]
    endfor
endfunction

% scattered without arithmetic
function [] = scatter_copy(n : int, a : vec, b : vec, p : vec[int])
    for i=0..n-1
        a[p[i]] = b[i]
    endfor
endfunction

% counted in bins
function [] = bins(n : int, a : vec, b : vec)
    for i=0..n-1
        k = int(b[i]*255.0)
        a[k] += 1.0
    endfor
endfunction

% sums in bins by an array of indices
function [] = weighted_bins(n : int, a : vec, b : vec, p : vec[int])
    for i=0..n-1
        a[p[i]] += b[i]
    endfor
endfunction

function y = twice_plus(x, z)
    return 2.0*x + z
endfunction

% a function for each element
function [] = call_each(n : int, a : vec, b : vec, c : vec)
    for i=0..n-1
        a[i] += twice_plus(b[i], c[i])
    endfor
endfunction

% copied
function [] = copied(n : int, a : vec, b : vec)
    for i=0..n-1
        a[i] = b[i]
    endfor
endfunction

% a multiple added
function [] = axpy(n : int, a : vec, b : vec)
    for i=0..n-1
        a[i] += 1.5*b[i]
    endfor
endfunction

% an element-wise product
function [] = times(n : int, a : vec, b : vec, c : vec)
    for i=0..n-1
        a[i] = b[i]*c[i]
    endfor
endfunction

% products with both
function [] = times_and_plus(n : int, a : vec, b : vec, c : vec, d : vec)
    for i=0..n-1
        a[i] += b[i]*c[i] + d[i]
    endfor
endfunction

% sine and cosine
function [] = sine_cosine(n : int, a : vec, b : vec, c : vec)
    for i=0..n-1
        a[i] = sin(b[i]) + cos(c[i])
    endfor
endfunction

% a root and a quotient
function [] = root_quotient(n : int, a : vec, b : vec, c : vec)
    for i=0..n-1
        a[i] = sqrt(b[i]) / (c[i] + 0.5)
    endfor
endfunction

% more than a processor has registers for
function [] = much_arithmetic(n : int, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i=0..n-1
        a[i] = (b[i] + c[i])*(b[i] + d[i])*(c[i] + e[i])*(d[i] + e[i]) + (b[i] - c[i])*(b[i] - d[i])*(c[i] - e[i])
    endfor
endfunction
