% Signals: filters, recursions, searches, transforms.
% SPDX-License-Identifier: Apache-2.0

% the cost of aligning two signals
function r = time_warp(n : int, x : vec, y : vec, d : mat)
    for i=0..n-1
        for j=0..n-1
            c = abs(x[i] - y[j])
            if i == 0 && j == 0
                d[i,j] = c
            elseif i == 0
                d[i,j] = c + d[i,j-1]
            elseif j == 0
                d[i,j] = c + d[i-1,j]
            else
                d[i,j] = c + min(d[i-1,j-1], min(d[i-1,j], d[i,j-1]))
            endif
        endfor
    endfor
    r = d[n-1,n-1]
endfunction

% probabilities of states, forward
function [] = forward_states(n : int, f : mat, t : mat, e : mat)
    for i=1..n-1
        total = 0.0
        for j=0..n-1
            s = 0.0
            for k=0..n-1
                s += f[i-1,k]*t[k,j]
            endfor
            f[i,j] = s*e[i,j]
            total += f[i,j]
        endfor
        for j=0..n-1
            f[i,j] /= total
        endfor
    endfor
endfunction

% each row is measured with noise
function [] = tracked_rows(n : int, z : mat, x : mat)
    for i=0..n-1
        p = 1.0
        m = 0.0
        for j=0..n-1
            p += 0.01
            k = p/(p + 0.1)
            m += k*(z[i,j] - m)
            p *= 1.0 - k
            x[i,j] = m
        endfor
    endfor
endfunction

% position and speed from measured positions
function [] = alpha_beta(n : int, z : vec, x : vec, v : vec)
    p = 0.0
    s = 0.0
    for i=0..n-1
        p += 0.1*s
        r = z[i] - p
        p += 0.5*r
        s += 0.2*r
        x[i] = p
        v[i] = s
    endfor
endfunction

% sine and cosine by shifts and additions
function [] = cordic(n : int, a : vec, t : vec, c : vec, s : vec)
    for i=0..n-1
        x = 0.607253
        y = 0.0
        z = a[i]
        p = 1.0
        for k=0..15
            if z >= 0.0
                w = x - y*p
                y = y + x*p
                x = w
                z -= t[k]*p
            else
                w = x + y*p
                y = y - x*p
                x = w
                z += t[k]*p
            endif
            p *= 0.5
        endfor
        c[i] = x
        s[i] = y
    endfor
endfunction

% four times as many samples, by the phases of a filter
function [] = polyphase(n : int, x : vec, h : vec, y : vec)
    for i=16..n/4-1
        for p=0..3
            s = 0.0
            for k=0..15
                s += h[4*k + p]*x[i - k]
            endfor
            y[4*i + p] = s
        endfor
    endfor
endfunction

% four sections of second order, one after the other
function [] = sections(n : int, x : vec, y : vec, b : vec)
    u = zeros(4)
    v = zeros(4)
    for i=0..n-1
        s = x[i]
        for k=0..3
            r = b[3*k]*s + u[k]
            u[k] = b[3*k + 1]*s - 0.5*r + v[k]
            v[k] = b[3*k + 2]*s - 0.2*r
            s = r
        endfor
        y[i] = s
    endfor
endfunction

% mean and variance of the last 32 samples
function [] = moving_statistics(n : int, x : vec, m : vec, v : vec)
    s = 0.0
    q = 0.0
    for i=0..n-1
        s += x[i]
        q += x[i]*x[i]
        if i >= 32
            s -= x[i - 32]
            q -= x[i - 32]*x[i - 32]
        endif
        m[i] = s/32.0
        v[i] = q/32.0 - (s/32.0)*(s/32.0)
    endfor
endfunction

% the envelope, fast up and slow down
function [] = envelope(n : int, x : vec, y : vec)
    e = 0.0
    for i=0..n-1
        a = abs(x[i] - 0.5)
        if a > e
            e += 0.5*(a - e)
        else
            e += 0.01*(a - e)
        endif
        y[i] = e
    endfor
endfunction

% where the signal has peaks, one after the other
function m = peaks(n : int, x : vec, p : vec)
        count = 0
    for i=1..n-2
        if x[i] > x[i-1] && x[i] >= x[i+1] && x[i] > 0.5
            p[count] = i
            count += 1
        endif
    endfor
    m = count
endfunction

% how often the signal crosses its middle
function m = crossings(n : int, x : vec)
    m = 0.0
    for i=1..n-1
        if (x[i-1] - 0.5)*(x[i] - 0.5) < 0.0
            m += 1.0
        endif
    endfor
endfunction

% a filter that learns from its errors
function [] = adaptive(n : int, x : vec, d : vec, w : vec, e : vec)
    for i=16..n-1
        s = 0.0
        for k=0..15
            s += w[k]*x[i - k]
        endfor
        e[i] = d[i] - s
        for k=0..15
            w[k] += 0.01*e[i]*x[i - k]
        endfor
    endfor
endfunction

% products with what comes 0 to 255 later
function [] = autocorrelation(n : int, x : vec, r : vec)
    for k=0..255
        s = 0.0
        for i=0..n-1-k
            s += x[i]*x[i + k]
        endfor
        r[k] = s
    endfor
endfunction

% power at all frequencies, window by window
function [] = spectra(n : int, x : vec, p : mat, c : vec, s : vec)
    for i=0..n-1
        for f=0..63
            re = 0.0
            im = 0.0
            for k=0..63
                re += x[64*i + k]*c[mod(f*k, 64)]
                im += x[64*i + k]*s[mod(f*k, 64)]
            endfor
            p[i,f] = re*re + im*im
        endfor
    endfor
endfunction

% sums and differences of pairs, level by level
function [] = haar(n : int, x : vec, t : vec)
        m = n/2
    while m >= 1
        for i=0..m-1
            t[i] = 0.5*(x[2*i] + x[2*i + 1])
            t[m + i] = 0.5*(x[2*i] - x[2*i + 1])
        endfor
        for i=0..2*m-1
            x[i] = t[i]
        endfor
        m = int(m/2)
    endwhile
endfunction

% between two samples
function [] = resampled(n : int, x : vec, y : vec)
        for i=0..n-1
        p = i*0.75
        k = int(floor(p))
        f = p - k
        y[i] = (1.0 - f)*x[k] + f*x[k+1]
    endfor
endfunction

% on above one threshold, off below another
function [] = hysteresis(n : int, x : vec, y : vec)
    on = 0.0
    for i=0..n-1
        if x[i] > 0.8
            on = 1.0
        elseif x[i] < 0.2
            on = 0.0
        endif
        y[i] = on
    endfor
endfunction

% the power of eight tones
function [] = tones(n : int, x : vec, c : vec, p : vec)
    for k=0..7
        u = 0.0
        v = 0.0
        for i=0..n-1
            w = x[i] + c[k]*u - 0.9*v
            v = u
            u = w
        endfor
        p[k] = u*u + v*v - c[k]*u*v
    endfor
endfunction

% the median of the last three, and where the signal jumps from it
function m = spikes(n : int, x : vec, y : vec)
    m = 0.0
    for i=1..n-2
        a = x[i-1]
        b = x[i]
        c = x[i+1]
        med = max(min(a, b), min(max(a, b), c))
        y[i] = med
        if abs(b - med) > 0.2
            m += 1.0
        endif
    endfor
endfunction

% what each pair of channels has in common
function [] = covariance(n : int, x : mat, m : vec, c : mat)
    for j=0..15
        s = 0.0
        for i=0..n-1
            s += x[i,j]
        endfor
        m[j] = s/n
    endfor
    for j=0..15
        for k=0..15
            s = 0.0
            for i=0..n-1
                s += (x[i,j] - m[j])*(x[i,k] - m[k])
            endfor
            c[j,k] = s/(n - 1)
        endfor
    endfor
endfunction

% the histogram of differences
function [] = difference_histogram(n : int, x : vec, h : vec)
    for k=0..63
        h[k] = 0.0
    endfor
    for i=1..n-1
        d = abs(x[i] - x[i-1])
        h[int(d*63.0)] += 1.0
    endfor
endfunction

% values and lengths of runs
function m = encoded(n : int, x : vec, v : vec, l : vec)
        at = 0
    v[0] = floor(x[0]*2.0)
    l[0] = 1.0
    for i=1..n-1
        s = floor(x[i]*2.0)
        if s == v[at]
            l[at] += 1.0
        else
            at += 1
            v[at] = s
            l[at] = 1.0
        endif
    endfor
    m = at
endfunction

% echoes at three distances
function [] = echoes(n : int, x : vec, y : vec)
    for i=0..n-1
        y[i] = x[i]
        if i >= 100
            y[i] += 0.5*y[i - 100]
        endif
        if i >= 230
            y[i] -= 0.3*y[i - 230]
        endif
    endfor
endfunction

% where a short pattern fits best
function best = pattern_place(n : int, x : vec, p : vec)
    best = 0.0
    least = 1000000.0
    for i=0..n-65
        s = 0.0
        for k=0..63
            d = x[i + k] - p[k]
            s += d*d
        endfor
        if s < least
            least = s
            best = i
        endif
    endfor
endfunction
