% Images: filters, transforms, measurements.
% SPDX-License-Identifier: Apache-2.0

% a filter of five columns, then of five rows
function [] = separable_filter(n : int, a : mat, t : mat, b : mat, w : vec)
    for i=0..n-1
        for j=2..n-3
            s = 0.0
            for k=-2..2
                s += w[k + 2]*a[i,j + k]
            endfor
            t[i,j] = s
        endfor
    endfor
    for i=2..n-3
        for j=0..n-1
            s = 0.0
            for k=-2..2
                s += w[k + 2]*t[i + k,j]
            endfor
            b[i,j] = s
        endfor
    endfor
endfunction

% sums over all rectangles from the corner
function [] = integral_image(n : int, a : mat, s : mat)
    for i=0..n-1
        row = 0.0
        for j=0..n-1
            row += a[i,j]
            if i == 0
                s[i,j] = row
            else
                s[i,j] = s[i-1,j] + row
            endif
        endfor
    endfor
endfunction

% weights by distance and by difference
function [] = bilateral(n : int, a : mat, b : mat)
    for i=2..n-3
        for j=2..n-3
            total = 0.0
            weights = 0.0
            for k=-2..2
                for l=-2..2
                    d = a[i + k,j + l] - a[i,j]
                    w = exp(-0.2*(k*k + l*l) - 8.0*d*d)
                    total += w*a[i + k,j + l]
                    weights += w
                endfor
            endfor
            b[i,j] = total/weights
        endfor
    endfor
endfunction

% the median of five pixels, by exchanges
function [] = median_of_cross(n : int, a : mat, b : mat)
    for i=1..n-2
        for j=1..n-2
            p = a[i-1,j]
            q = a[i,j-1]
            r = a[i,j]
            s = a[i,j+1]
            t = a[i+1,j]
            if p > q
                x = p
                p = q
                q = x
            endif
            if s > t
                x = s
                s = t
                t = x
            endif
            low = max(p, s)
            high = min(q, t)
            if low > high
                x = low
                low = high
                high = x
            endif
            b[i,j] = max(low, min(high, r))
        endfor
    endfor
endfunction

% the median of nine pixels, sorted by insertion
function [] = median_of_nine(n : int, a : mat, b : mat)
        for i=1..n-2
        for j=1..n-2
            v = zeros(9)
            for k=0..2
                for l=0..2
                    x = a[i + k - 1,j + l - 1]
                    m = 3*k + l
                    while m > 0 && v[m-1] > x
                        v[m] = v[m-1]
                        m -= 1
                    endwhile
                    v[m] = x
                endfor
            endfor
            b[i,j] = v[4]
        endfor
    endfor
endfunction

% how long each run of bright pixels is so far
function [] = run_lengths(n : int, a : mat, b : mat)
    for i=0..n-1
        run = 0.0
        for j=0..n-1
            if a[i,j] > 0.3
                run += 1.0
            else
                run = 0.0
            endif
            b[i,j] = run
        endfor
    endfor
endfunction

% labels of regions, first pass and a pass that resolves them
function [] = label_regions(n : int, a : mat, b : mat, p : vec)
        next = 1
    p[0] = 0.0
    for i=1..n-1
        for j=1..n-1
            b[i,j] = 0.0
            if a[i,j] > 0.5
                x = int(a[i-1,j] > 0.5 && i > 1 ? b[i-1,j] : 0.0)
                y = int(a[i,j-1] > 0.5 && j > 1 ? b[i,j-1] : 0.0)
                if x == 0 && y == 0
                    b[i,j] = next
                    p[next] = next
                    next += 1
                elseif y == 0
                    b[i,j] = x
                elseif x == 0
                    b[i,j] = y
                else
                    while p[x] < x
                        x = int(p[x])
                    endwhile
                    while p[y] < y
                        y = int(p[y])
                    endwhile
                    if x < y
                        p[y] = x
                        b[i,j] = x
                    else
                        p[x] = y
                        b[i,j] = y
                    endif
                endif
            endif
        endfor
    endfor
    for i=1..n-1
        for j=1..n-1
            x = int(b[i,j])
            while p[x] < x
                x = int(p[x])
            endwhile
            b[i,j] = x
        endfor
    endfor
endfunction

% votes of bright pixels for lines
function [] = hough_lines(n : int, a : mat, v : mat, c : vec, s : vec)
        for t=0..n-1
        for r=0..n-1
            v[t,r] = 0.0
        endfor
    endfor
    for i=0..n-1
        for j=0..n-1
            if a[i,j] > 0.9
                for t=0..63
                    r = int(0.5*(i*c[t] + j*s[t]))
                    v[t,r] += 1.0
                endfor
            endif
        endfor
    endfor
endfunction

% distances to the nearest dark pixel, forth and back
function [] = distances(n : int, a : mat, d : mat)
    for i=0..n-1
        for j=0..n-1
            if a[i,j] < 0.01
                d[i,j] = 0.0
            else
                d[i,j] = 1000.0
            endif
        endfor
    endfor
    for i=1..n-1
        for j=1..n-2
            d[i,j] = min(d[i,j], min(min(d[i-1,j-1] + 4.0, d[i-1,j] + 3.0), min(d[i-1,j+1] + 4.0, d[i,j-1] + 3.0)))
        endfor
    endfor
    for i=n-2..-1..0
        for j=n-2..-1..1
            d[i,j] = min(d[i,j], min(min(d[i+1,j+1] + 4.0, d[i+1,j] + 3.0), min(d[i+1,j-1] + 4.0, d[i,j+1] + 3.0)))
        endfor
    endfor
endfunction

% codes of the eight neighbours
function [] = binary_patterns(n : int, a : mat, b : mat)
    for i=1..n-2
        for j=1..n-2
            c = a[i,j]
            code = 0.0
            if a[i-1,j-1] > c
                code += 1.0
            endif
            if a[i-1,j] > c
                code += 2.0
            endif
            if a[i-1,j+1] > c
                code += 4.0
            endif
            if a[i,j+1] > c
                code += 8.0
            endif
            if a[i+1,j+1] > c
                code += 16.0
            endif
            if a[i+1,j] > c
                code += 32.0
            endif
            if a[i+1,j-1] > c
                code += 64.0
            endif
            if a[i,j-1] > c
                code += 128.0
            endif
            b[i,j] = code
        endfor
    endfor
endfunction

% reconstruction under a mask, one scan forth
function [] = reconstruct(n : int, a : mat, m : mat)
    for i=1..n-1
        for j=1..n-1
            x = max(a[i,j], max(a[i-1,j], a[i,j-1]))
            a[i,j] = min(x, m[i,j])
        endfor
    endfor
endfunction

% turned about the centre, between four pixels
function [] = turned(n : int, a : mat, b : mat)
        for i=0..n-1
        for j=0..n-1
            y = 0.9*(i - 256.0) - 0.3*(j - 256.0) + 256.0
            x = 0.3*(i - 256.0) + 0.9*(j - 256.0) + 256.0
            p = int(floor(y))
            q = int(floor(x))
            if p >= 0 && p < n-1 && q >= 0 && q < n-1
                u = y - p
                v = x - q
                b[i,j] = (1.0 - u)*((1.0 - v)*a[p,q] + v*a[p,q+1]) + u*((1.0 - v)*a[p+1,q] + v*a[p+1,q+1])
            else
                b[i,j] = 0.0
            endif
        endfor
    endfor
endfunction

% the green of a Bayer pattern at every pixel
function [] = green(n : int, a : mat, b : mat)
    for i=1..n-2
        for j=1..n-2
            if mod(i + j, 2) == 0
                b[i,j] = a[i,j]
            else
                h = abs(a[i,j-1] - a[i,j+1])
                v = abs(a[i-1,j] - a[i+1,j])
                if h < v
                    b[i,j] = 0.5*(a[i,j-1] + a[i,j+1])
                else
                    b[i,j] = 0.5*(a[i-1,j] + a[i+1,j])
                endif
            endif
        endfor
    endfor
endfunction

% black and white, errors go to the neighbours
function [] = diffused(n : int, a : mat, b : mat)
    for i=0..n-2
        for j=1..n-2
            old = a[i,j]
            new = old > 0.5 ? 1.0 : 0.0
            b[i,j] = new
            e = old - new
            a[i,j+1] += e*0.4375
            a[i+1,j-1] += e*0.1875
            a[i+1,j] += e*0.3125
            a[i+1,j+1] += e*0.0625
        endfor
    endfor
endfunction

% cosine transforms of blocks of eight by eight
function [] = block_cosines(n : int, a : mat, b : mat, c : mat)
    for i=0..8..n-8
        for j=0..8..n-8
            t = zeros(8, 8)
            for k=0..7
                for l=0..7
                    s = 0.0
                    for m=0..7
                        s += c[k,m]*a[i + m,j + l]
                    endfor
                    t[k,l] = s
                endfor
            endfor
            for k=0..7
                for l=0..7
                    s = 0.0
                    for m=0..7
                        s += t[k,m]*c[l,m]
                    endfor
                    b[i + k,j + l] = s
                endfor
            endfor
        endfor
    endfor
endfunction

% edges that are as strong as both neighbours across
function [] = thin_edges(n : int, a : mat, g : mat, h : mat, b : mat)
    for i=1..n-2
        for j=1..n-2
            g[i,j] = a[i-1,j+1] + 2.0*a[i,j+1] + a[i+1,j+1] - a[i-1,j-1] - 2.0*a[i,j-1] - a[i+1,j-1]
            h[i,j] = a[i+1,j-1] + 2.0*a[i+1,j] + a[i+1,j+1] - a[i-1,j-1] - 2.0*a[i-1,j] - a[i-1,j+1]
        endfor
    endfor
    for i=2..n-3
        for j=2..n-3
            m = abs(g[i,j]) + abs(h[i,j])
            p = 0.0
            q = 0.0
            if abs(g[i,j]) > abs(h[i,j])
                p = abs(g[i,j-1]) + abs(h[i,j-1])
                q = abs(g[i,j+1]) + abs(h[i,j+1])
            else
                p = abs(g[i-1,j]) + abs(h[i-1,j])
                q = abs(g[i+1,j]) + abs(h[i+1,j])
            endif
            if m >= p && m >= q
                b[i,j] = m
            else
                b[i,j] = 0.0
            endif
        endfor
    endfor
endfunction

% where each block of eight by eight has moved to
function [] = block_motion(n : int, a : mat, b : mat, u : mat, v : mat)
    for i=8..8..n-16
        for j=8..8..n-16
            best = 1000000.0
            for y=-4..4
                for x=-4..4
                    s = 0.0
                    for k=0..7
                        for l=0..7
                            s += abs(a[i + k,j + l] - b[i + y + k,j + x + l])
                        endfor
                    endfor
                    if s < best
                        best = s
                        u[i/8,j/8] = y
                        v[i/8,j/8] = x
                    endif
                endfor
            endfor
        endfor
    endfor
endfunction

% a filter of three by three with channels and a stride of two
function [] = strided_layer(n : int, a : cube, b : cube, w : cube)
    for i=0..30
        for j=0..30
            for o=0..15
                s = 0.0
                for k=0..2
                    for l=0..2
                        for c=0..7
                            s += a[2*i + k,2*j + l,c]*w[3*k + l,o,c]
                        endfor
                    endfor
                endfor
                b[i,j,o] = max(s, 0.0)
            endfor
        endfor
    endfor
endfunction

% grey values spread over the whole range
function [] = equalise(n : int, a : mat, b : mat)
    h = zeros(256)
    for i=0..n-1
        for j=0..n-1
            h[int(a[i,j]*255.0)] += 1.0
        endfor
    endfor
    for k=1..255
        h[k] += h[k-1]
    endfor
    for i=0..n-1
        for j=0..n-1
            b[i,j] = h[int(a[i,j]*255.0)]/(n*n)
        endfor
    endfor
endfunction

% the threshold between two classes
function best = threshold(n : int, h : vec)
    total = 0.0
    moment = 0.0
    for k=0..n-1
        total += h[k]
        moment += k*h[k]
    endfor
    best = 0.0
    largest = 0.0
    w = 0.0
    m = 0.0
    for k=0..n-2
        w += h[k]
        m += k*h[k]
        d = m/w - (moment - m)/(total - w)
        between = w*(total - w)*d*d
        if between > largest
            largest = between
            best = k
        endif
    endfor
endfunction

% each pixel goes to the nearest of eight grey values, which move
function [] = grey_clusters(n : int, a : mat, b : mat, c : vec)
        for turn=1..3
        s = zeros(8)
        m = zeros(8)
        for i=0..n-1
            for j=0..n-1
                near = 0
                best = 1000.0
                for k=0..7
                    d = (a[i,j] - c[k])*(a[i,j] - c[k])
                    if d < best
                        best = d
                        near = k
                    endif
                endfor
                b[i,j] = near
                s[near] += a[i,j]
                m[near] += 1.0
            endfor
        endfor
        for k=0..7
            if m[k] > 0.0
                c[k] = s[k]/m[k]
            endif
        endfor
    endfor
endfunction

% an image from its projections
function [] = back_projection(n : int, p : mat, b : mat, c : vec, s : vec)
        for i=0..n-1
        for j=0..n-1
            total = 0.0
            for t=0..63
                x = 0.4*(i*c[t] + j*s[t])
                k = int(x)
                f = x - k
                total += (1.0 - f)*p[t,k] + f*p[t,k+1]
            endfor
            b[i,j] = total
        endfor
    endfor
endfunction

% motion from derivatives, two equations a pixel
function [] = optical_flow(n : int, x : mat, y : mat, t : mat, u : mat, v : mat)
    for i=2..n-3
        for j=2..n-3
            xx = 0.01
            yy = 0.01
            xy = 0.0
            xt = 0.0
            yt = 0.0
            for k=-2..2
                for l=-2..2
                    xx += x[i + k,j + l]*x[i + k,j + l]
                    yy += y[i + k,j + l]*y[i + k,j + l]
                    xy += x[i + k,j + l]*y[i + k,j + l]
                    xt += x[i + k,j + l]*t[i + k,j + l]
                    yt += y[i + k,j + l]*t[i + k,j + l]
                endfor
            endfor
            d = xx*yy - xy*xy
            u[i,j] = (xy*yt - yy*xt)/d
            v[i,j] = (xy*xt - xx*yt)/d
        endfor
    endfor
endfunction

% area and centre of what is bright
function [] = moments(n : int, a : mat, m : vec)
    area = 0.0
    x = 0.0
    y = 0.0
    for i=0..n-1
        for j=0..n-1
            if a[i,j] > 0.5
                area += 1.0
                y += i
                x += j
            endif
        endfor
    endfor
    m[0] = area
    m[1] = y/area
    m[2] = x/area
endfunction

% which cells live next
function [] = life(n : int, a : mat, b : mat)
    for i=1..n-2
        for j=1..n-2
            s = 0.0
            for k=-1..1
                for l=-1..1
                    if a[i + k,j + l] > 0.6
                        s += 1.0
                    endif
                endfor
            endfor
            alive = a[i,j] > 0.6
            if alive
                s -= 1.0
            endif
            if s == 3.0 || (alive && s == 2.0)
                b[i,j] = 1.0
            else
                b[i,j] = 0.0
            endif
        endfor
    endfor
endfunction

% hue, saturation, value
function [] = hue(n : int, x : cube, y : cube)
    for i=0..n-1
        for j=0..n-1
            r = x[i,j,0]
            g = x[i,j,1]
            b = x[i,j,2]
            high = max(r, max(g, b))
            low = min(r, min(g, b))
            d = high - low
            h = 0.0
            if d > 0.0
                if high == r
                    h = (g - b)/d
                elseif high == g
                    h = 2.0 + (b - r)/d
                else
                    h = 4.0 + (r - g)/d
                endif
            endif
            y[i,j,0] = h
            y[i,j,1] = high > 0.0 ? d/high : 0.0
            y[i,j,2] = high
        endfor
    endfor
endfunction

% diffusion that stops at edges, in steps
function [] = edge_diffusion(n : int, a : mat, b : mat)
    for t=1..5
        for i=1..n-2
            for j=1..n-2
                north = a[i-1,j] - a[i,j]
                south = a[i+1,j] - a[i,j]
                west = a[i,j-1] - a[i,j]
                east = a[i,j+1] - a[i,j]
                flow = north/(1.0 + 9.0*north*north) + south/(1.0 + 9.0*south*south)
                flow += west/(1.0 + 9.0*west*west) + east/(1.0 + 9.0*east*east)
                b[i,j] = a[i,j] + 0.2*flow
            endfor
        endfor
        for i=1..n-2
            for j=1..n-2
                a[i,j] = b[i,j]
            endfor
        endfor
    endfor
endfunction

% the brightest column of each row
function [] = ridge(n : int, a : mat, c : vec, v : vec)
    for i=0..n-1
        best = a[i,0]
        at = 0.0
        for j=1..n-1
            if a[i,j] > best
                best = a[i,j]
                at = j
            endif
        endfor
        c[i] = at
        v[i] = best
    endfor
endfunction

% a path of least energy down the image
function [] = seam(n : int, e : mat, d : mat)
    for j=0..n-1
        d[0,j] = e[0,j]
    endfor
    for i=1..n-1
        for j=0..n-1
            best = d[i-1,j]
            if j > 0
                if d[i-1,j-1] < best
                    best = d[i-1,j-1]
                endif
            endif
            if j < n-1
                if d[i-1,j+1] < best
                    best = d[i-1,j+1]
                endif
            endif
            d[i,j] = e[i,j] + best
        endfor
    endfor
endfunction

% rows and columns whose brightness is 0 in the mean, 1 in the deviation
function [] = standard_columns(n : int, a : mat, b : mat)
    for j=0..n-1
        s = 0.0
        for i=0..n-1
            s += a[i,j]
        endfor
        m = s/n
        q = 0.0
        for i=0..n-1
            q += (a[i,j] - m)*(a[i,j] - m)
        endfor
        d = sqrt(q/n) + 0.001
        for i=0..n-1
            b[i,j] = (a[i,j] - m)/d
        endfor
    endfor
endfunction

% how often each pair of grey values stands side by side
function [] = cooccurrence(n : int, a : mat, m : mat)
    for i=0..15
        for j=0..15
            m[i,j] = 0.0
        endfor
    endfor
    for i=0..n-1
        for j=0..n-2
            m[int(a[i,j]*15.0),int(a[i,j+1]*15.0)] += 1.0
        endfor
    endfor
endfunction
