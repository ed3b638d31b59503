% Dynamic programming.
% SPDX-License-Identifier: Apache-2.0

% all shortest paths
function [] = shortest_paths(n : int, d : mat)
    for k=0..n-1
        for i=0..n-1
            for j=0..n-1
                d[i,j] = min(d[i,j], d[i,k] + d[k,j])
            endfor
        endfor
    endfor
endfunction

% the same with a condition
function [] = shortest_paths_if(n : int, d : mat)
    for k=0..n-1
        for i=0..n-1
            for j=0..n-1
                if d[i,k] + d[k,j] < d[i,j]
                    d[i,j] = d[i,k] + d[k,j]
                endif
            endfor
        endfor
    endfor
endfunction

% the longest common part of two sequences
function [] = longest_common(n : int, a : vec, b : vec, l : mat)
    for i=1..n-1
        for j=1..n-1
            if abs(a[i] - b[j]) < 0.1
                l[i,j] = l[i-1,j-1] + 1.0
            else
                l[i,j] = max(l[i-1,j], l[i,j-1])
            endif
        endfor
    endfor
endfunction

% the distance of two texts
function [] = edit_distance(n : int, a : vec, b : vec, d : mat)
    for i=0..n-1
        d[i,0] = i
        d[0,i] = i
    endfor
    for i=1..n-1
        for j=1..n-1
            cost = 1.0
            if abs(a[i] - b[j]) < 0.1
                cost = 0.0
            endif
            d[i,j] = min(min(d[i-1,j] + 1.0, d[i,j-1] + 1.0), d[i-1,j-1] + cost)
        endfor
    endfor
endfunction

% the best order of a chain of products
function [] = chain_order(n : int, p : vec, m : mat)
    for length=1..n-1
        for i=0..n-length-1
            j = i + length
            best = 1000000.0
            for k=i..j-1
                cost = m[i,k] + m[k+1,j] + p[i]*p[k]*p[j]
                if cost < best
                    best = cost
                endif
            endfor
            m[i,j] = best
        endfor
    endfor
endfunction

% pairs in a sequence
function [] = sequence_pairs(n : int, s : vec, t : mat)
    for i=n-1..-1..0
        for j=i+1..n-1
            t[i,j] = max(t[i,j], t[i,j-1])
            t[i,j] = max(t[i,j], t[i+1,j])
            if s[i] + s[j] > 1.0005
                t[i,j] = max(t[i,j], t[i+1,j-1] + 1.0)
            endif
            for k=i+1..j-1
                t[i,j] = max(t[i,j], t[i,k] + t[k+1,j])
            endfor
        endfor
    endfor
endfunction

% what fits in a sack
function [] = knapsack(n : int, m : mat, v : vec)
    for i=1..n-1
        w = int(v[i]*50.0) + 1
        for j=0..n-1
            if j >= w
                m[i,j] = max(m[i-1,j], m[i-1,j-w] + v[i])
            else
                m[i,j] = m[i-1,j]
            endif
        endfor
    endfor
endfunction

% the cheapest way from left to right
function [] = cheapest_way(n : int, c : mat)
    for i=1..n-1
        for j=1..n-2
            c[i,j] += min(min(c[i-1,j-1], c[i-1,j]), c[i-1,j+1])
        endfor
    endfor
endfunction

% alignment with gaps
function [] = alignment(n : int, a : vec, b : vec, h : mat, e : mat, f : mat)
    for i=1..n-1
        for j=1..n-1
            score = -1.0
            if abs(a[i] - b[j]) < 0.1
                score = 2.0
            endif
            e[i,j] = max(e[i,j-1] - 0.5, h[i,j-1] - 1.5)
            f[i,j] = max(f[i-1,j] - 0.5, h[i-1,j] - 1.5)
            h[i,j] = max(max(0.0, h[i-1,j-1] + score), max(e[i,j], f[i,j]))
        endfor
    endfor
endfunction

% the likeliest states of a hidden process
function [] = likeliest_states(n : int, a : mat, b : mat, v : mat)
    for t=1..n-1
        for j=0..n-1
            best = 0.0
            for i=0..n-1
                p = v[t-1,i] + a[i,j]
                if p > best
                    best = p
                endif
            endfor
            v[t,j] = best + b[t,j]
        endfor
    endfor
endfunction

% the largest square
function [] = largest_square(n : int, a : mat, s : mat)
    for i=1..n-1
        for j=1..n-1
            if a[i,j] > 0.2
                s[i,j] = 1.0 + min(min(s[i-1,j], s[i,j-1]), s[i-1,j-1])
            else
                s[i,j] = 0.0
            endif
        endfor
    endfor
endfunction

% sums of all rectangles from the corner
function [] = rectangle_sums(n : int, a : mat, s : mat)
    for i=1..n-1
        for j=1..n-1
            s[i,j] = a[i,j]*0.001 + s[i-1,j] + s[i,j-1] - s[i-1,j-1]
        endfor
    endfor
endfunction
