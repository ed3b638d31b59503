% proves: 2.3 an expression that is assigned to a part of an array is computed from what the arrays held before, and changes nothing where it ends with an error
% expect: stdout
%> in a loop 30396 153750
%> shifted up 4950 25245
%> shifted down 9999 51480
%> turned round 5000 24007.5
%> even from odd 4950 25245
%> its own place 9900 50490
%> all of itself 149975000 750024990
%> itself transposed 149985000 750074985
%> a row of itself 151470900 757445058
%> a column and a row 155852841 779179494
%> another name 308618331 1542919371
%> bytes 484596 2415075
%> whole numbers 1469550 7357305
%> sums of whole numbers 2924544 14617875
%> whole numbers in scalars 5805126 28983639
%> truth values 71370 364290
%> complex numbers -18560025 -92800310.625
%> complex numbers from real ones 6196162.5 30980874.375
%> double precision 247975 1220078
%> a 100-by-1 complex matrix can't be stored into f, a 100-by-100 matrix of real numbers
%> unchanged 0 0
%> a value does not fit the elements of m, which are int8; declare it 'sat or 'unchecked to clip or wrap
%> unchanged whole numbers 0 0
%> a channel 6259375 31294371.25
%> a column of a channel 6269362.5 31343846.5
%> a row of a channel 6393200 31955608.125
%> steps 8491750 42461553.625
%> a block 6506218.75 32516262
%> a vector 4468.75 22213.125
%> of a column 7587.5 37743.75
%> a matrix of one row 580909.375 2903102.8125
%> a row by one index 19491.5625 49316.0625
%> functions 14619006.25 73093046.125
%> a largest one beside it 25034837.5 125171578.5
%> a largest one alone 24972962.5 124863441
%> an empty part 24972962.5 124863441
%> two names 28126250 140623110.625
%> the slice 1..100 does not fit: index 100 in dimension 0 is outside y, a 100-by-100 matrix: there, indices are 0 to 99
%> the slice -1..98 does not fit: index -1 in dimension 0 is outside y, a 100-by-100 matrix: there, indices are 0 to 99
%> the sizes of an assignment differ: the part of y is 99 x 100, the value is 100 x 100
%> the sizes of an assignment differ: the part of y is 99 x 100, the value is 99 x 99
%> the slice 1..100 does not fit: index 100 in dimension 0 is outside x, a 100-by-100 matrix: there, indices are 0 to 99
%> y is a 100-by-100 matrix and needs 2 indices in one bracket, not 1: y[m,n] an element, y[m,:] a row, y[:,n] a column
%> unchanged 0 0
%> by a function 128937.5 638430.375
%> a field 6134906.25 30680718.75
%> in a cell 6134906.25 30680718.75
%> twice 136412.5 675728.875

% The part that is written, and what is around it.
function [] = tell(name, y)
    weights = reshape(mod((0..numel(y)-1), 11), size(y))
    print name, " ", sum(y), " ", sum(y .* weights)
endfunction

% In loops indices outside of the array are 'safe.
function y = in_a_loop(x)
    y = zeros(3, 100)
    for i=0..2
        y[i,i-1..i+98] = 2*x[i..i+99] + 1
    endfor
endfunction

function [] = overlapping(n)
    y = (0..n-1) * 1.0
    y[1..n-1] = y[0..n-2] + 1
    tell("shifted up", y)
    y = (0..n-1) * 1.0
    y[0..n-2] = y[1..n-1] * 2
    tell("shifted down", y)
    y = (0..n-1) * 1.0
    y[n-1..-1..0] = y[0..n-1] + 0.5
    tell("turned round", y)
    y = (0..n-1) * 1.0
    y[0..2..n-2] = y[1..2..n-1] - 1
    tell("even from odd", y)
    y = (0..n-1) * 1.0
    y[0..n-1] = y + y[0..n-1]
    tell("its own place", y)
    y = reshape((0..n*n-1), [n, n]) * 1.0
    y[:,:] = 3*y - 1
    tell("all of itself", y)
    y[:,:] = transpose(y) + 1
    tell("itself transposed", y)
    y[2,:] = y[3,:] + y[2,:]
    tell("a row of itself", y)
    y[:,2] = y[2,:] + y[3,:]
    tell("a column and a row", y)
    z = y
    z[1..n-2,:] = y[0..n-3,:] + y[2..n-1,:]
    tell("another name", y)
endfunction

function [] = other_types(n)
    x = reshape((0..n*n-1), [n, n]) / 8
    b = mat[uint8](n, n)
    k = mat[int32](n, n)
    q = mat[int32](n, n)
    for i=0..n-1
        for j=0..n-1
            q[i,j] = mod(i*i + 3*j, 100)
        endfor
    endfor
    b[1..n-2,1..n-2] = q[0..n-3,0..n-3] + 1
    tell("bytes", b)
    k[:,1..n-1] = 3*q[:,0..n-2]
    tell("whole numbers", k)
    k[1..n-1,:] = k[0..n-2,:] + k[1..n-1,:]
    tell("sums of whole numbers", k)
    y = zeros(n, n)
    y[1..n-1,:] = k[0..n-2,:] + k[1..n-1,:]
    tell("whole numbers in scalars", y)
    y[:,0..n-2] = x[:,1..n-1] > x[0,n-1]
    tell("truth values", y)
    c = czeros(n, n)
    c[:,1..n-1] = complex(x[:,0..n-2], x[:,1..n-1]) * 1i
    tell("complex numbers", real(c) - 2*imag(c))
    c[:,1..n-1] = x[:,0..n-2] + 1
    tell("complex numbers from real ones", real(c) - 2*imag(c))
    d = cube[scalar'double](n, 3, 4)
    d[:,1,:] = x[:,0..3] + 1
    tell("double precision", d)
    f = zeros(n, n)
    try
        f[0..n-1,0] = complex(x[:,1], x[:,2]) + 1
    catch e
        print e
    endtry
    tell("unchanged", f)
    m = vec[int8](n)
    try
        m[0..n-1] = q[:,3] * 100
    catch e
        print e
    endtry
    tell("unchanged whole numbers", m)
endfunction

function [] = shapes(n)
    x = reshape((0..n*n-1), [n, n]) / 8
    y = zeros(n, n, 3)
    y[:,:,1] = x + 1
    tell("a channel", y)
    y[:,3,2] = x[3,:] + x[4,:]
    tell("a column of a channel", y)
    y[5,:,0] = x[:,3] + x[:,4]
    tell("a row of a channel", y)
    y[0..2..n-1,n-1..-3..0,2] = 2*x[0..2..n-1,0..3..n-1]
    tell("steps", y)
    y[n/2..n-1,0..n/2-1,0..2] = y[0..n/2-1,n/2..n-1,0..2] + 1
    tell("a block", y)
    v = zeros(n)
    v[:] = x[3,:] + 1
    tell("a vector", v)
    v[0..n-1] = v + x[2,:]
    tell("of a column", v)
    w = zeros(1, n)
    w[0,:] = v .* v
    tell("a matrix of one row", w)
    w[3..n-1] = v[3..n-1] - 1
    tell("a row by one index", w)
    y[:,:,0] = max(x, transpose(x)) .* (x > 3) + mod(x, 5)
    tell("functions", y)
    y[:,:,0] = max(x) + x
    tell("a largest one beside it", y)
    y[0..n-1,0,0] = max(x)
    tell("a largest one alone", y)
    y[4..3,:,0] = x[4..3,:] + 1
    tell("an empty part", y)
    u = y
    u[:,:,2] = y[:,:,1] + 1
    tell("two names", y)
endfunction

function [] = errors(n)
    x = reshape((0..n*n-1), [n, n]) / 8
    y = zeros(n, n)
    try
        y[1..n,:] = x + 1
    catch e
        print e
    endtry
    try
        y[-1..n-2,:] = x[0..n-1,:] + 1
    catch e
        print e
    endtry
    try
        y[0..n-2,:] = x[0..n-1,:] + 1
    catch e
        print e
    endtry
    try
        y[0..n-2,:] = x[0..n-2,1..n-1] + 1
    catch e
        print e
    endtry
    try
        y[0..n-2,:] = x[1..n,:] + 1
    catch e
        print e
    endtry
    try
        y[0..n-2] = x[1..n-1,0] + 1
    catch e
        print e
    endtry
    tell("unchanged", y)
endfunction

% A variable that is captured, and a field.
function [] = captured(n)
    x = reshape((0..n*n-1), [n, n]) / 8
    y = zeros(n, n)
    change = (k : int) -> (y[k,:] = x[k,:] + 1)
    change(3)
    change(n-1)
    tell("by a function", y)
    o = object()
    o.y = zeros(n, n)
    o.y[1..n-1,:] = x[0..n-2,:] + 1
    tell("a field", o.y)
    s = {zeros(n, n), zeros(n, n)}
    s[1][1..n-1,:] = x[0..n-2,:] + 1
    tell("in a cell", s[1])
    y[0,:] = (y[1,:] = 2*x[1,:])
    tell("twice", y)
endfunction

function [] = main()
    n = 100
    tell("in a loop", in_a_loop((0..n+3) * 1.0))
    overlapping(n)
    other_types(n)
    shapes(n)
    errors(n)
    captured(n)
endfunction
