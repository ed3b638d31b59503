% A partial differential equation: two substances that react and diffuse make patterns (Gray and Scott, 1984; Pearson,
% 1993).
%
%     du/dt = Du lap u - u v^2 + F (1 - u)          dv/dt = Dv lap v + u v^2 - (F + k) v
%
% on a torus, in explicit steps of time 1. What grows depends on F and k: a maze, here, or spots that divide (0.035,
% 0.065).
%
% usage: redshift-cli run patterns.q [SIZE [STEPS [OUTPUT]]]

function [] = __kernel__ react(u : mat'circular, v : mat'circular, next_u : mat'unchecked, next_v : mat'unchecked,
                               feed : scalar,
                               kill : scalar, pos : ivec2)
    m = pos[0]
    n = pos[1]
    diffused_u = u[m-1,n] + u[m+1,n] + u[m,n-1] + u[m,n+1] - 4*u[m,n]
    diffused_v = v[m-1,n] + v[m+1,n] + v[m,n-1] + v[m,n+1] - 4*v[m,n]
    reaction = u[m,n] * v[m,n]^2
    next_u[m,n] = u[m,n] + 0.16*diffused_u - reaction + feed*(1-u[m,n])
    next_v[m,n] = v[m,n] + 0.08*diffused_v + reaction - (feed+kill)*v[m,n]
endfunction

function [] = main(n = 256, steps = 8000, output = "patterns.png")
    assert(n >= 3 && n == floor(n), "SIZE has to be a whole number from 3 on, but is ", n)
    assert(steps >= 1 && steps == floor(steps), "STEPS has to be a whole number from 1 on, but is ", steps)
    u = ones(n, n)
    v = zeros(n, n)
    seed(2)
    for i=1..20
        at = floor((n-8) * rand(2))
        u[at[0]..at[0]+7,at[1]..at[1]+7] = 0.5
        v[at[0]..at[0]+7,at[1]..at[1]+7] = 0.25
    endfor
    next_u = uninit(n, n)
    next_v = uninit(n, n)
    for i=1..steps
        parallel_do([n,n], u, v, next_u, next_v, 0.055, 0.062, react)
        [u, next_u] = [next_u, u]
        [v, next_v] = [next_v, v]
    endfor
    print "u from ", min(u), " to ", max(u), ", mean of v ", mean(v)
    imshow(255 * (1-u))
    imwrite(output, 255 * min(max(1.2*(1-u), 0), 1))
endfunction
