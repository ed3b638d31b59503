% Registration: two photographs that overlap are laid over each other and joined.
%
% If one picture is the other one moved, their spectra differ by a phase that grows linearly with frequency, and what is
% left when everything but this phase is taken away has one peak, at the way it has moved (phase correlation, Kuglin and
% Hines 1975). The two pictures are cut here from one, with noise of their own, so that the answer is known.
%
% usage: redshift-cli run registration.q [INPUT [OUTPUT]]

% Falls to 0 towards the borders, so that these have no say.
function w = window(rows : int, columns : int)
    w = zeros(rows, columns)
    for m=0..rows-1
        for n=0..columns-1
            w[m,n] = sin(pi*(m+0.5)/rows)^2 * sin(pi*(n+0.5)/columns)^2
        endfor
    endfor
endfunction

% The way from a to b: b[p] is a[p + way], as far as they overlap.
function way : ivec2 = find_shift(a : mat, b : mat)
    [rows, columns] = size(a)
    w = window(rows, columns)
    cross = fft2((a - mean(a)) .* w) .* conj(fft2((b - mean(b)) .* w))
    peak = irealfft2(cross ./ max(abs(cross), 1e-6))
    highest = max(peak)
    way = [0, 0]
    for m=0..rows-1
        for n=0..columns-1
            if peak[m,n] == highest
                way = [m, n]
            endif
        endfor
    endfor
    % A shift by more than half is one the other way round.
    way -= [way[0] > rows/2 ? rows : 0, way[1] > columns/2 ? columns : 0]
endfunction

% Both pictures in one; where they overlap, the one counts more whose border is farther away.
function joined = join(a : cube, b : cube, way : ivec2)
    [rows, columns] = size(a, 0..1)
    w : mat'safe = window(rows, columns) + 1e-3
    left : cube'safe = a
    right : cube'safe = b
    top = min([0, way[0]])
    start = min([0, way[1]])
    joined = zeros(rows + abs(way[0]), columns + abs(way[1]), 3)
    for m=0..size(joined,0)-1
        for n=0..size(joined,1)-1
            p = [m + top, n + start]
            q = p - way
            inside_a = p[0] >= 0 && p[1] >= 0 && p[0] < rows && p[1] < columns
            inside_b = q[0] >= 0 && q[1] >= 0 && q[0] < rows && q[1] < columns
            wa = inside_a ? w[p] : 0.0
            wb = inside_b ? w[q] : 0.0
            if inside_a || inside_b
                for c=0..2
                    joined[m,n,c] = (wa*left[p[0],p[1],c] + wb*right[q[0],q[1],c]) / (wa + wb)
                endfor
            endif
        endfor
    endfor
endfunction

function [] = main(input = "images/scene.png", output = "registration.png")
    im = imread(input, "rgb")
    [rows, columns] = size(im, 0..1)
    truth = [int(rows/10), int(columns/4)]
    height = rows - truth[0]
    width = columns - truth[1]
    seed(3)
    a = im[0..height-1,0..width-1,:] + 5*randn(height, width, 3)
    b = im[truth[0]..rows-1,truth[1]..columns-1,:] + 5*randn(height, width, 3)
    way = find_shift(mean(a, 2), mean(b, 2))
    print "moved by ", truth, ", found ", way
    joined = join(a, b, way)
    imshow(joined)
    imwrite(output, joined)
endfunction
