% Tomography: what a scanner measures, and the picture that is computed from it.
%
% A parallel beam through a slice gives, for each angle, the sums along its rays (the Radon transform). Smearing these
% sums back over the slice gives a blurred picture; filtering them with a ramp first undoes the blur (filtered back
% projection, Kak and Slaney, Principles of Computerized Tomographic Imaging, chapter 3).
%
% usage: redshift-cli run tomography.q [ANGLES [SIZE [OUTPUT]]]

% Ellipses that look like a head: centre, half axes, angle in degrees, brightness added inside.
function im = phantom(n : int)
    ellipses = [[ 0.00,  0.00, 0.92, 0.69,   0,  1.0],
                [ 0.02,  0.00, 0.87, 0.66,   0, -0.8],
                [ 0.00,  0.22, 0.31, 0.11,  18, -0.2],
                [ 0.00, -0.22, 0.41, 0.16, -18, -0.2],
                [-0.35,  0.00, 0.25, 0.21,   0,  0.1],
                [-0.10,  0.00, 0.05, 0.05,   0,  0.1],
                [ 0.10,  0.00, 0.05, 0.05,   0,  0.1],
                [ 0.60,  0.06, 0.03, 0.05,   0,  0.1]]
    im = zeros(n, n)
    for m=0..n-1
        for k=0..n-1
            y = 2*m/n - 1
            x = 2*k/n - 1
            for e=0..size(ellipses,0)-1
                a = ellipses[e,4] * pi / 180
                u =  cos(a)*(y-ellipses[e,0]) + sin(a)*(x-ellipses[e,1])
                v = -sin(a)*(y-ellipses[e,0]) + cos(a)*(x-ellipses[e,1])
                if (u/ellipses[e,2])^2 + (v/ellipses[e,3])^2 <= 1
                    im[m,k] += ellipses[e,5]
                endif
            endfor
        endfor
    endfor
endfunction

function y = __device__ bilinear(x : mat'safe, row : scalar, column : scalar)
    m = int(floor(row))
    k = int(floor(column))
    a = row - m
    b = column - k
    y = (1-a) * ((1-b)*x[m,k] + b*x[m,k+1]) + a * ((1-b)*x[m+1,k] + b*x[m+1,k+1])
endfunction

% One row of sums for each angle.
function sinogram = radon(im : mat, angles : vec)
    n = size(im,0)
    sinogram = zeros(numel(angles), n)
    for i=0..numel(angles)-1
        for ray=0..n-1
            c = cos(angles[i])
            s = sin(angles[i])
            t = ray - n/2
            sum = 0.0
            for step=0..n-1
                u = step - n/2
                sum += bilinear(im, n/2 + t*s + u*c, n/2 + t*c - u*s)
            endfor
            sinogram[i,ray] = sum
        endfor
    endfor
endfunction

% Each row times |frequency|; padded to twice its length, so that its end does not leak into its beginning.
function filtered = ramp_filter(sinogram : mat)
    [rows, n] = size(sinogram)
    padded = zeros(rows, 2*n)
    padded[:,0..n-1] = sinogram
    frequency = min(0..2*n-1, 2*n - (0..2*n-1)) / n
    spectrum = fft1(padded)
    for i=0..rows-1
        spectrum[i,:] = spectrum[i,:] .* frequency
    endfor
    filtered = real(ifft1(spectrum))[:,0..n-1]
endfunction

function im = back_project(sinogram : mat, angles : vec)
    n = size(sinogram,1)
    im = zeros(n, n)
    for m=0..n-1
        for k=0..n-1
            sum = 0.0
            for i=0..numel(angles)-1
                t = n/2 + (k-n/2)*cos(angles[i]) + (m-n/2)*sin(angles[i])
                sum += bilinear(sinogram, i, t)
            endfor
            im[m,k] = sum * pi / (2*numel(angles))
        endfor
    endfor
endfunction

function [] = main(n_angles = 180, n = 256, output = "tomography.png")
    assert(n_angles >= 1 && n_angles == floor(n_angles), "ANGLES has to be a whole number from 1 on, but is ", n_angles)
    assert(n >= 8 && n == floor(n), "SIZE has to be a whole number from 8 on, but is ", n)
    im = phantom(n)
    angles = (0..n_angles-1) * pi / n_angles
    sinogram = radon(im, angles)
    blurred = back_project(sinogram, angles)
    sharp = back_project(ramp_filter(sinogram), angles)
    print "mean error unfiltered ", mean(abs(blurred/max(blurred)-im)), ", filtered ", mean(abs(sharp-im))
    row = horzcat(im, sinogram[floor((0..n-1)*n_angles/n),:] / max(sinogram), sharp)
    imshow(row*255)
    imwrite(output, row*255)
endfunction
