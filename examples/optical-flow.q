% Optical flow: how each point moves from one picture to the next (Horn and Schunck, 1981).
%
% A point keeps its brightness while it moves, and its neighbours move much as it does. Both wishes are weighed against
% each other, and the best field is found by relaxation, first in small pictures and then in larger ones, so that long
% ways are found, too. The second picture is made here from the first, turned a little about its centre, so that the
% result can be checked.
%
% usage: redshift-cli run optical-flow.q [INPUT [OUTPUT]]
import "imresize.q"

function y = __device__ bilinear(x : mat'clamped, row : scalar, column : scalar)
    m = int(floor(row))
    n = int(floor(column))
    a = row - m
    b = column - n
    y = (1-a) * ((1-b)*x[m,n] + b*x[m,n+1]) + a * ((1-b)*x[m+1,n] + b*x[m+1,n+1])
endfunction

% x at the places to which the flow leads.
function y = warp(x : mat, flow : cube(:,:,2))
    y = zeros(size(x))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            y[m,n] = bilinear(x, m + flow[m,n,0], n + flow[m,n,1])
        endfor
    endfor
endfunction

% One step of relaxation: the mean of the neighbours, moved to where the brightness fits.
function [] = __kernel__ relax(gradient : cube'unchecked, start : cube'unchecked, flow : cube'mirror,
                               next : cube'unchecked,
                               alpha : scalar, pos : ivec2)
    m = pos[0]
    n = pos[1]
    v = (flow[m-1,n,0] + flow[m+1,n,0] + flow[m,n-1,0] + flow[m,n+1,0]) / 4
    u = (flow[m-1,n,1] + flow[m+1,n,1] + flow[m,n-1,1] + flow[m,n+1,1]) / 4
    gy = gradient[m,n,0]
    gx = gradient[m,n,1]
    misfit = gradient[m,n,2] + gy*(v-start[m,n,0]) + gx*(u-start[m,n,1])
    step = misfit / (alpha + gx^2 + gy^2)
    next[m,n,0] = v - gy*step
    next[m,n,1] = u - gx*step
endfunction

% The flow from a to b; start is where the search begins.
function flow = refine(a : mat'mirror, b : mat, start : cube(:,:,2), alpha : scalar, iterations : int)
    warped : mat'mirror = warp(b, start)
    gradient = zeros(size(a,0), size(a,1), 3)
    for m=0..size(a,0)-1
        for n=0..size(a,1)-1
            gradient[m,n,0] = (warped[m+1,n] - warped[m-1,n]) / 2
            gradient[m,n,1] = (warped[m,n+1] - warped[m,n-1]) / 2
            gradient[m,n,2] = warped[m,n] - a[m,n]
        endfor
    endfor
    flow = copy(start)
    next = copy(start)
    for i=1..iterations
        parallel_do(size(a), gradient, start, flow, next, alpha, relax)
        [flow, next] = [next, flow]
    endfor
endfunction

function flow = optical_flow(a : mat, b : mat, levels : int)
    if levels > 1
        half = optical_flow(imresize(a, 0.5), imresize(b, 0.5), levels-1)
        flow = zeros(size(a,0), size(a,1), 2)
        flow[:,:,0] = 2 * imresize(half[:,:,0], size(a))
        flow[:,:,1] = 2 * imresize(half[:,:,1], size(a))
    else
        flow = zeros(size(a,0), size(a,1), 2)
    endif
    for i=1..3
        flow = refine(a, b, flow, 100, 60)
    endfor
endfunction

% Direction as hue, speed as saturation.
function im = colour_wheel(flow : cube)
    im = zeros(size(flow,0), size(flow,1), 3)
    fastest = max(sqrt(flow[:,:,0].^2 + flow[:,:,1].^2))
    for m=0..size(flow,0)-1
        for n=0..size(flow,1)-1
            angle = atan2(flow[m,n,0], flow[m,n,1])
            speed = sqrt(flow[m,n,0]^2 + flow[m,n,1]^2) / fastest
            for c=0..2
                im[m,n,c] = 255 * (1 - speed * (0.5 - 0.5*cos(angle - 2*pi*c/3)))
            endfor
        endfor
    endfor
endfunction

function [] = main(input = "images/scene.png", output = "optical-flow.png")
    a = mean(imread(input, "rgb"), 2)
    truth = zeros(size(a,0), size(a,1), 2)
    for m=0..size(a,0)-1
        for n=0..size(a,1)-1
            truth[m,n,:] = 0.02 * [-(n - size(a,1)/2), m - size(a,0)/2]
        endfor
    endfor
    % What moves by truth to b: b at (p + truth) is a at p, nearly.
    b = warp(a, -truth)
    flow = optical_flow(a, b, 4)
    error = sqrt((flow[:,:,0]-truth[:,:,0]).^2 + (flow[:,:,1]-truth[:,:,1]).^2)
    print "mean way ", mean(sqrt(truth[:,:,0].^2 + truth[:,:,1].^2)), " pixels, mean error ", mean(error)
    imshow(colour_wheel(flow))
    imwrite(output, horzcat(colour_wheel(truth), colour_wheel(flow)))
endfunction
