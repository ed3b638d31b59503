% proves: 2.3 an expression of parts of arrays is computed from what the arrays held before the statement, wherever the parts lie
% expect: stdout
%> [ 98, 98] [ -98, 0]
%> [ 98, 98] [ -49, 4849.5]
%> [ 1, 100] [ 5000, 5099]
%> [ 100, 1] [ 50, 9950]
%> [ 1, 100] [ 5000, 5099]
%> [ 50, 33] [ -49.5, -49.5]
%> [ 100, 50] [ 4999.5, 4999.5, 4999.5]
%> [ 40, 120] [ 4, 57592]
%> [ 1, 120, 3] [ 360, 1078]
%> [ 40, 1, 3] [ 270, 197641424]
%> [ 1, 120] [ 360, 360]
%> [ 1, 110, 2] [ 4729, 5385]
%> [ 0, 2, 4, 6][ 196, 99]
%> [ 1, 3, 5, 7][ 195, 98, 99]
%> [ 3, 6, 9][ 1, 98]
%> [ 15, 24, 33]
%> [ 1, 2]
%> [ 1001, 3]
%> [ -4, -5, -6][ 0.33333334, 0.5]
%> [ 400, 400, 400]
%> [ 7, NaN, NaN, 13, 15, inf, inf]
%> inf -inf 250830
%> [ 4, 4, 6, 7]
%> [ 0+0i, -9+12i]
%> 89 -1
%> 4949.5
%> 103667999 4699
%> [ 1001, 3, 5][ 1097, 99, 101]
%> [ 1001, 3, 4]
%> [ 150, 151]
%> [ 1, 3, 5][ 1, 99]
%> [ 1, 0]
%> [ 1, 10000]
%> [ 1197, 1100, 3]
%> the slice 1..100 does not fit: index 100 is outside v, a vector of 100 elements: its indices are 0 to 99
%> the slice -1..98 does not fit: index -1 is outside v, a vector of 100 elements: its indices are 0 to 99
%> operator + needs arrays of the same size, but the left one is 1 x 99 and the right one is 1 x 98
%> operator + needs arrays of the same size, but the left one is 99 x 100 and the right one is 98 x 100
%> the slice 0..1 does not fit: index 1 in dimension 2 is outside f, a 100-by-100 matrix: there, indices are 0 to 0

% The sizes of the result, and the elements that the vector names.
function [] = tell(x, some)
    print size(x), " ", some
endfunction

function y = with_effect(x)
    x[0] = 1000
    y = 1
endfunction

% In loops indices outside of the array are 'safe.
function s = in_a_loop(v)
    s = zeros(3)
    for i=0..2
        w = v[i-1..i+98] + v[i..i+99]
        s[i] = w[0] + w[99]
    endfor
endfunction

function [] = text_of_error(f)
    try
        f()
    catch e
        print e
    endtry
endfunction

function [] = main()
    x = reshape(0..9999, [100,100])
    f = 0.5 * x

    % sizes: numbers drop dimensions
    tell(x[1..98,1..98] + x[0..97,1..98] - x[2..99,0..97], [x[1,1] + x[0,1] - x[2,0], 0])
    y = f[1..98,1..98] + f[0..97,1..98] - f[2..99,0..97]
    tell(y, [y[0,0], y[97,97]])
    y = f[3,:] + f[97,:]
    tell(y, [y[0], y[99]])
    y = f[:,3] + f[:,97]
    tell(y, [y[0,0], y[99,0]])
    y = f[3..3,:] + f[97..97,:]
    tell(y, [y[0,0], y[0,99]])
    y = f[0..2..99,1..3..99] - f[1..2..99,0..3..98]
    tell(y, [y[0,0], y[49,32]])
    y = f[99..-1..0,99..-2..0] + f[:,0..2..98]
    tell(y, [y[0,0], y[1,0], y[0,1]])

    % three dimensions
    d = reshape(0..14399, [40,120,3]) * 1.0
    y = d[:,:,0] + 2*d[:,:,1] + d[:,:,2]
    tell(y, [y[0,0], y[39,119]])
    y = d[1,:,:] + d[0,:,:]
    tell(y, [y[0,0,0], y[0,119,2]])
    y = d[:,5,:] .* d[:,6,:]
    tell(y, [y[0,0,0], y[39,0,2]])
    y = d[7,:,1] - d[6,:,1]
    tell(y, [y[0], y[119]])
    y = d[7,8..117,1..2] + d[6,8..117,0..1]
    tell(y, [y[0,0,0], y[0,109,1]])

    % the array that is written, under its own name and under another one
    v = 1.0*(0..99)
    v[1..98] = v[0..97] + v[2..99]
    print v[0..3], v[98..99]
    v = 1.0*(0..99)
    b = v
    b[0..97] = b[1..98] + v[0..97]
    print v[0..3], b[97..99]
    v = 1.0*(0..99)
    v = v[0..97] + v[1..98] + v[2..99]
    print v[0..2], size(v)
    v[0..96] += v[1..97] * 2
    print v[0..2]
    v = 1.0*(0..99)
    y = v[0..98] + with_effect(v)
    print y[0..1]
    y = v[0..98] + v[1..99] * with_effect(v)
    print y[0..1]

    % other elements: integers, NaN, complex numbers, logical values
    n = 0..99
    print (n[0..97] - 2*n[2..99])[0..2], (n[0..97] ./ n[2..99])[1..2]
    small = vec[uint8](100)
    small[:] = 200
    print (small[0..97] + small[1..98])[0..2]
    wild = 1.0*(0..99)
    wild[5] = nan
    wild[9] = inf
    print (wild[0..90] + wild[1..91])[3..9]
    print max(wild[0..90] + wild[1..91]), " ", min(wild[0..90] - wild[1..91]), " ", sum(wild[10..90].*wild[11..91])
    print max(v[0..90], wild[1..91])[3..6]
    z = complex(n*1.0, 2.0*n)
    print (z[0..97] .* z[2..99])[0..1]
    print sum(wild[10..98] < wild[11..99]), " ", sum((n[0..98] > 50) - (n[1..99] > 50))
    print mean(f[1..98,1..98] + f[0..97,1..98])
    print sum(d[:,:,0]) + 2*sum(d[:,:,1]) - mean(d[:,:,2] - d[:,:,1]), " ", max(f[1..98,:]) - min(f[5..6,1..40])

    % indices that are no plain ranges
    print (v[[1,2,3]] + v[0..2])[0..2], (v[n > 96] + v[0..2])[0..2]
    h = v[0..0.5..49] + v[0..98]
    print h[1..3]
    k = 2.9
    y = f[k,:] + f[1,:]
    print y[0..1]
    line = zeros(1,100)
    line[0,:] = 0..99
    y = line[0..98] + line[1..99]
    print y[0..2], size(y)
    y = v[5..4] + v[7..6]
    print size(y)
    y = x[:] + x[:]
    print size(y)
    print in_a_loop(v)
    text_of_error(() -> v[0..99] + v[1..100])
    text_of_error(() -> v[-1..98] + v[0..99])
    m = numel(v) - 2
    text_of_error(() -> v[0..m] + v[0..m-1])
    text_of_error(() -> f[0..m,:] + f[0..m-1,:])
    text_of_error(() -> f[0..98,:,0..1] + f[0..98,:])
endfunction
