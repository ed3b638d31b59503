% The Livermore loops, 24 pieces of large programs.
% SPDX-License-Identifier: Apache-2.0

% hydrodynamics
function [] = hydro(n : int, x : vec, y : vec, z : vec)
    q = 0.5
    r = 0.25
    t = 0.125
    for k=0..n-12
        x[k] = q + y[k]*(r*z[k+10] + t*z[k+11])
    endfor
endfunction

% incomplete Cholesky, conjugate gradients
function [] = cholesky_gradient(n : int, x : vec, v : vec)
    count = int(n/2)
    stop = 0
    while count > 1
        start = stop
        stop += count
        count = int(count/2)
        i = stop - 1
        for k=start+1..2..stop-1
            i += 1
            if i < n
                x[i] = x[k] - v[k]*x[k-1]*0.5 - v[k+1]*x[k+1]*0.5
            endif
        endfor
    endwhile
endfunction

% inner product
function r = inner_product(n : int, x : vec, z : vec)
    q = 0.0
    for k=0..n-1
        q += z[k]*x[k]
    endfor
    return q
endfunction

% banded linear equations
function [] = banded(n : int, x : vec, y : vec)
    m = int((n-7)/2)
    for k=6..m..n-1
        w = k - 6
        t = x[k-1]
        for j=4..5..n-1
            if w < n
                t -= x[w]*y[j]*0.001
            endif
            w += 1
        endfor
        x[k-1] = y[4]*t
    endfor
endfunction

% tridiagonal elimination below the diagonal
function [] = tridiagonal(n : int, x : vec, y : vec, z : vec)
    for i=1..n-1
        x[i] = z[i]*(y[i] - x[i-1])
    endfor
endfunction

% general linear recurrence
function [] = general_recurrence(n : int, w : vec, b : mat)
    for i=1..n-1
        w[i] = 0.01
        for k=0..i-1
            w[i] += b[k,i]*w[i-k-1]*0.001
        endfor
    endfor
endfunction

% equation of state
function [] = state(n : int, x : vec, y : vec, z : vec, u : vec)
    q = 0.5
    r = 0.25
    t = 0.125
    for k=0..n-7
        later = u[k+3] + r*(u[k+2] + r*u[k+1]) + t*(u[k+6] + q*(u[k+5] + q*u[k+4]))
        x[k] = u[k] + r*(z[k] + r*y[k]) + t*later
    endfor
endfunction

% implicit integration in alternating directions
function [] = alternating(n : int, u : mat, v : mat, p : mat, q : mat)
    for i=1..n-2
        for j=1..n-2
            du = u[i,j+1] - u[i,j-1]
            dv = v[i,j+1] - v[i,j-1]
            p[i,j] = u[i,j] + 0.1*du + 0.2*dv + 0.05*(u[i+1,j] - 2.0*u[i,j] + u[i-1,j])
            q[i,j] = v[i,j] + 0.3*du + 0.1*dv + 0.05*(v[i+1,j] - 2.0*v[i,j] + v[i-1,j])
        endfor
    endfor
endfunction

% prediction from a table of differences
function [] = predictor(n : int, p : mat)
    for i=0..n-1
        far = 0.1*p[i,12] + 0.2*p[i,11] + 0.3*p[i,10] + 0.4*p[i,9]
        p[i,0] = far + 0.5*p[i,8] + 0.6*p[i,7] + 0.7*p[i,6] + 0.8*(p[i,4] + p[i,5]) + p[i,2]
    endfor
endfunction

% differences of the prediction
function [] = difference_predictor(n : int, p : mat, c : vec)
    for i=0..n-1
        a = c[i]
        for j=4..12
            b = a - p[i,j]
            p[i,j] = a
            a = b
        endfor
        p[i,13] = a
    endfor
endfunction

% first sum
function [] = first_sum(n : int, x : vec, y : vec)
    x[0] = y[0]
    for k=1..n-1
        x[k] = x[k-1] + y[k]
    endfor
endfunction

% first difference
function [] = first_difference_of(n : int, x : vec, y : vec)
    for k=0..n-2
        x[k] = y[k+1] - y[k]
    endfor
endfunction

% particles in two dimensions
function [] = particles_plane(n : int, px : vec, py : vec, vx : vec, vy : vec, field : vec, h : vec)
    for k=0..n-1
        i = int(px[k]*60.0)
        j = int(py[k]*60.0)
        vx[k] += field[i*64 + j]
        vy[k] += field[j*64 + i]
        px[k] += vx[k]
        py[k] += vy[k]
        m = int(mod(int(px[k]*60.0), 64))
        l = int(mod(int(py[k]*60.0), 64))
        h[m*64 + l] += 1.0
    endfor
endfunction

% particles in one dimension
function [] = particles_line(n : int, x : vec, v : vec, e : vec, d : vec, rho : vec, q : vec)
    for k=0..n-1
        i = int(x[k]*2000.0)
        q[k] = x[k]*2000.0 - i
        v[k] += e[i] + q[k]*d[i]
        x[k] += 0.01*v[k]
        j = int(x[k]*2000.0)
        part = x[k]*2000.0 - j
        rho[j] += 1.0 - part
        rho[j+1] += part
    endfor
endfunction

% branches over a grid
function [] = branches_over_grid(n : int, vy : mat, vh : mat, vf : mat, vg : mat, vs : mat)
    for j=1..n-2
        for k=1..n-2
            t = 0.05
            r = vh[j,k]
            s = vf[j,k]
            if vh[j+1,k] > vh[j,k]
                t = 0.07
            endif
            if vf[j,k] < vf[j,k-1]
                if vh[j,k-1] > vh[j+1,k-1]
                    r = vh[j,k-1]
                else
                    r = vh[j+1,k-1]
                endif
                s = vf[j,k-1]
            endif
            vy[j,k] = sqrt(vg[j,k]*vg[j,k] + r*r)*t/(s + 0.1)
            vs[j,k] = vy[j,k]*0.5 + r
        endfor
    endfor
endfunction

% a search by steps through zones
function r = zone_search(n : int, d : vec, p : vec)
    k = 0
    steps = 0
    while k < n-5
        x = d[k]
        if x < 0.3
            k += 2
        elseif x < p[k]
            k += 1
        else
            k += 3
        endif
        steps += 1
    endwhile
    return steps
endfunction

% implicit conditional computation, from the end
function [] = conditional_backwards(n : int, x : vec, y : vec, z : vec, w : vec)
    s = 0.5
    e = 0.9
    for i=n-1..-1..0
        t = s*x[i] + 0.1
        if t > y[i]
            s = y[i]*0.5
            w[i] = s
        elseif t > z[i]
            s = t*0.7
            w[i] = t
        else
            s = e*0.5
            w[i] = z[i]
        endif
    endfor
endfunction

% explicit hydrodynamics in two dimensions
function [] = hydro_plane(n : int, a : mat, b : mat, m : mat, p : mat, q : mat, r : mat, u : mat, v : mat, z : mat)
    for k=1..n-2
        for j=1..n-2
            down = p[k+1,j-1] + q[k+1,j-1] - p[k,j-1] - q[k,j-1]
            a[k,j] = down*(r[k,j] + r[k,j-1])/(m[k,j-1] + m[k+1,j-1])
            b[k,j] = (p[k,j-1] + q[k,j-1] - p[k,j] - q[k,j])*(r[k,j] + r[k-1,j])/(m[k,j] + m[k,j-1])
        endfor
    endfor
    for k=1..n-2
        for j=1..n-2
            across = a[k,j]*(z[k,j] - z[k,j+1]) - a[k,j-1]*(z[k,j] - z[k,j-1])
            u[k,j] += 0.1*(across - b[k,j]*(z[k,j] - z[k-1,j]) + b[k+1,j]*(z[k,j] - z[k+1,j]))
            along = a[k,j]*(r[k,j] - r[k,j+1]) - a[k,j-1]*(r[k,j] - r[k,j-1])
            v[k,j] += 0.1*(along - b[k,j]*(r[k,j] - r[k-1,j]) + b[k+1,j]*(r[k,j] - r[k+1,j]))
        endfor
    endfor
    for k=1..n-2
        for j=1..n-2
            r[k,j] += 0.1*u[k,j]
            z[k,j] += 0.1*v[k,j]
        endfor
    endfor
endfunction

% general linear recurrence, there and back
function [] = there_and_back(n : int, a : vec, b : vec, c : vec)
    s = 0.1
    for k=0..n-1
        c[k] = a[k] + s*b[k]
        s = c[k]*0.5 - s*0.25
    endfor
    for k=n-1..-1..0
        c[k] = a[k] + s*b[k]
        s = c[k]*0.5 - s*0.25
    endfor
endfunction

% discrete ordinates transport
function [] = transport(n : int, g : vec, u : vec, v : vec, w : vec, x : vec, y : vec, z : vec)
    s = 0.5
    for k=0..n-1
        d = y[k] - g[k]/(s + z[k])
        t = 0.2
        if abs(d) > 0.001
            t = z[k]/d
            if t > 0.8
                t = 0.8
            elseif t < 0.2
                t = 0.2
            endif
        endif
        x[k] = ((w[k] + v[k]*t)*s + u[k])/(1.0 + v[k]*t)
        s = (x[k] - s)*t*0.5 + s*0.5
    endfor
endfunction

% a product of matrices, accumulated in elements
function [] = matrix_product(n : int, p : mat, v : mat, c : mat)
    for k=0..n-1
        for i=0..n-1
            for j=0..n-1
                p[j,i] += v[k,i]*c[j,k]
            endfor
        endfor
    endfor
endfunction

% the Planckian distribution
function [] = planck(n : int, u : vec, v : vec, w : vec, x : vec, y : vec)
    for k=0..n-1
        y[k] = u[k]/(v[k] + 0.1)
        w[k] = x[k]/(exp(y[k]) - 0.9)
    endfor
endfunction

% implicit hydrodynamics in two dimensions
function [] = implicit_plane(n : int, a : mat, b : mat, r : mat, u : mat, v : mat, z : mat)
    for j=1..n-2
        for k=1..n-2
            q = a[k,j+1]*r[k,j] + a[k,j-1]*b[k,j] + a[k+1,j]*u[k,j] + a[k-1,j]*v[k,j] + z[k,j]
            a[k,j] += 0.175*(q*0.2 - a[k,j])
        endfor
    endfor
endfunction

% where the smallest is
function r = smallest_where(n : int, x : vec)
    m = 0
    for k=1..n-1
        if x[k] < x[m]
            m = k
        endif
    endfor
    return m
endfunction
