% proves: 8.4 the sum or mean along a dimension of an expression is that of the array which the expression gives
% expect: stdout
%> products [ 1, 64] 1.92893e+06 9.36259e+06
%> squares [ 1, 64] 309122 1.50244e+06
%> of a view [ 1, 62] 494047 2.35848e+06
%> of views [ 1, 64] 0 0
%> of a transposed one [ 1, 128] 522272 2.55856e+06
%> of shifted ones [ 1, 64] 212011 1.02096e+06
%> inside [ 1, 64] 86005.5 417714
%> magnitudes [ 1, 64] 260192 1.26401e+06
%> under a condition [ 1, 64] 483855 2.35148e+06
%> truth values [ 1, 64] 6177 30021
%> a number beside it [ 1, 64] 8032.5 39038.6
%> by a function [ 1, 64] 1.92893e+06 9.36259e+06
%> of every third [ 1, 64] 346752 1.68557e+06
%> products [ 128, 1] 1.92893e+06 9.45238e+06
%> squares [ 128, 1] 618243 3.03089e+06
%> of a view [ 126, 1] 494047 2.40442e+06
%> of views [ 127, 1] 0 -13053
%> of a transposed one [ 64, 1] 522272 2.53828e+06
%> of shifted ones [ 128, 1] 424022 2.08393e+06
%> inside [ 128, 1] -209039 -1.01785e+06
%> magnitudes [ 128, 1] 260192 1.27181e+06
%> under a condition [ 128, 1] 483855 2.37104e+06
%> truth values [ 128, 1] 6177 30246
%> a number beside it [ 128, 1] 16193 79328.9
%> by a function [ 128, 1] 1.92893e+06 9.45238e+06
%> of every third [ 43, 1] 346752 1.71489e+06
%> assigned [ 128, 1] 1.92893e+06 9.45238e+06
%> a sum of sums [ 128, 1] 1.95907e+06 9.60007e+06
%> along no dimension [ 128, 64] 1.92893e+06 9.6238e+06
%> a cube [ 1, 64, 2] 4.32694e+07 2.15289e+08
%> a longer cube [ 1, 16, 8] 7904.5 39117.4
%> a channel [ 1, 64] 257056 1.26829e+06
%> a cube [ 64, 1, 2] 4.32694e+07 2.11616e+08
%> a longer cube [ 64, 1, 8] 31618 157149
%> a channel [ 1, 64] 257056 1.26829e+06
%> a cube [ 64, 64] 4.32694e+07 2.16019e+08
%> a longer cube [ 64, 16] 63236 315717
%> a channel [ 1, 64] 257056 1.26829e+06
%> a vector [ 1, 1] 585312 0
%> a vector down [ 1, 64] 585312 2.82279e+06
%> a row [ 1, 1] 585312 0
%> a row down [ 1, 64] 585312 2.82279e+06
%> a column [ 1, 1] 585312 0
%> few columns [ 1, 3] 90568 91274
%> few rows [ 3, 1] 39041.5 38564.2
%> whole numbers [ 128, 1] 809928 3.96377e+06
%> bytes [ 1, 64] 413156 2.02034e+06
%> whole numbers as scalars [ 128, 1] 3163.78 15483.5
%> complex numbers [ 128, 1] 2.51266e+07 1.23033e+08
%> large ones [ 1, 64] 109433 534942
%> 792 833.75 NaN 1
%> operator + needs arrays of the same size, but the left one is 128 x 64 and the right one is 64 x 128
%> sum: there is no dimension -1
%> the slice 0..128 does not fit: index 128 in dimension 0 is outside x, a 128-by-64 matrix: there, indices are 0 to 127
%> nothing [ 1, 64] 0 0

function [] = tell(name, y)
    weights = reshape(mod((0..numel(y)-1), 11), size(y))
    print name, " ", size(y), " ", sprintf("%.6g %.6g", sum(y), sum(y .* weights))
endfunction

function y = along(x, y, d)
    y = sum(x .* y, d)
endfunction

function [] = sums(x, z, n, m)
    for d=0..1
        tell("products", sum(x.*z, d))
        tell("squares", mean((x - z).^2, d))
        tell("of a view", sum(x[1..n-2,2..m-1], d))
        tell("of views", sum(x[1..n-1,:] - x[0..n-2,:], d))
        tell("of a transposed one", sum(transpose(x) + 1, d))
        tell("of shifted ones", mean(circshift(x, [1,1]) .* x, d))
        tell("inside", sum(x.*x, d)/n - (mean(x + 0, d)).^2)
        tell("magnitudes", sum(abs(x - 64), d))
        tell("under a condition", sum((x > 30) .* x, d))
        tell("truth values", sum(x > 30, d))
        tell("a number beside it", mean(2*x + d, d))
        tell("by a function", along(x, z, d))
        tell("of every third", sum(x[0..3..n-1,:] * 2, d))
    endfor
    y = zeros(n, 1)
    y[:,:] = sum(x.*z, 1)
    tell("assigned", y)
    y[0..n-1,0] = sum(x.*z, 1) + mean(x.*z, 1)
    tell("a sum of sums", y)
    tell("along no dimension", sum(x.*z, 2))
    q = reshape(x, [n/2, m, 2])
    p = reshape(x, [n/2, m/4, 8])
    for d=0..2
        tell("a cube", sum(q.*q, d))
        tell("a longer cube", mean(p - 1, d))
        tell("a channel", sum(q[:,:,1] + p[0,0,0], 0))
    endfor
    v = x[3,:]
    tell("a vector", sum(v.*v, 1))
    tell("a vector down", sum(v.*v, 0))
    w = reshape(v, [1, m])
    tell("a row", sum(w.*w, 1))
    tell("a row down", sum(w.*w, 0))
    tell("a column", sum(transpose(w).*transpose(w), 0))
    tell("few columns", sum(x[:,0..2] .* z[:,0..2], 0))
    tell("few rows", sum(x[0..2,:] .* z[0..2,:], 1))
endfunction

function [] = other_types(n, m)
    k = mat[int32](n, m)
    b = mat[uint8](n, m)
    for i=0..n-1
        for j=0..m-1
            k[i,j] = mod(i*i + 3*j, 100)
            b[i,j] = mod(i*i + 3*j, 100)
        endfor
    endfor
    tell("whole numbers", sum(k + k, 1))
    tell("bytes", sum(b + 1, 0))
    tell("whole numbers as scalars", mean(k/2, 1))
    c = complex(k/2, k/4)
    y = sum(c.*c, 1)
    tell("complex numbers", real(y) + 3*imag(y))
    tell("large ones", sum(1e30*(k/4 + 1), 0) / 1e30)
    x = k/4
    x[3,5] = 1e10
    x[3,6] = -1e10
    x[4,7] = nan
    s = sum(x + 0.25, 1)
    print s[2], " ", s[3], " ", s[4], " ", isnan(s[4,0])
endfunction

function [] = errors(x, n, m)
    try
        y = sum(x + transpose(x), 1)
    catch e
        print e
    endtry
    try
        y = sum(x.*x, -1)
    catch e
        print e
    endtry
    try
        y = sum(x.*x, 1.5)
    catch e
        print e
    endtry
    try
        y = mean(x[0..n,:] + 1, 0)
    catch e
        print e
    endtry
    tell("nothing", sum(x[3..2,:] + 1, 0))
endfunction

function [] = main()
    n = 128
    m = 64
    x = reshape(mod((0..n*m-1), 127), [n, m]) * 1.0
    z = reshape(mod((0..n*m-1), 31), [n, m]) / 4
    sums(x, z, n, m)
    other_types(n, m)
    errors(x, n, m)
endfunction
