% proves: 14 rows and columns in reverse order in expressions of arrays
% expect: stdout
%> sum [ 90, 70] mat 64890 518610
%> both ways [ 90, 70] mat 45010 360286
%> steps [ 90, 70] mat 41440 331482
%> mask [ 90, 70] mat 9000 71927
%> reduced 12080
%> sum [ 90, 70] imat 64890 518610
%> both ways [ 90, 70] imat 45010 360286
%> steps [ 90, 70] imat 41440 331482
%> mask [ 90, 70] imat 9000 71927
%> reduced 12080
%> sum [ 90, 70] imat 9660 77226
%> both ways [ 90, 70] imat -1680 -13438
%> steps [ 90, 70] imat 2580 20655
%> mask [ 90, 70] mat[bool] 3220 25774
%> reduced 2580
%> sum [ 30, 60, 3] cube 55152 440585
%> both ways [ 30, 60, 3] cube 43646 348225
%> steps [ 30, 60, 3] cube 47576 378603
%> mask [ 30, 60, 3] cube 8975 71490
%> reduced 12752
%> sum [ 6300, 1] mat 64890 518834
%> both ways [ 6300, 1] mat 45010 360048
%> steps [ 6300, 1] mat 0 0
%> mask [ 6300, 1] mat 4620 36900
%> reduced 0
%> sum [ 1, 6300] mat 64890 519012
%> both ways [ 1, 6300] mat 45010 360048
%> steps [ 1, 6300] mat 72380 578279
%> mask [ 1, 6300] mat 11990 95864
%> reduced 17540
%> sum [ 1, 5000] vec 51297 410565
%> both ways [ 1, 5000] vec 44027 352793
%> steps [ 1, 5000] vec 39922 318770
%> mask [ 1, 5000] vec 7978 63677
%> reduced 11418
%> complex [ 90, 70] cmat 64890+ 518610
%> part [ 90, 70] mat 27790 222164
%> itself [ 90, 70] mat 43260 345807
%> along [ 90, 1] mat 81900 621950
%> product [ 80, 80] mat 5.93818e+06 4.74152e+07
%> shifted [ 90, 70] mat 43260 345899
%> double [ 80, 80] mat[scalar'double] 0 0
%> one row [ 1, 70] vec 630 5001
%> operator + needs arrays of the same size, but the left one is 90 x 70 and the right one is 89 x 70
%> operator + needs arrays of the same size, but the left one is 0 x 70 and the right one is 90 x 70
%> 9
function y = sum_of(x)
    y = x + 2*flipud(x)
endfunction
function y = both_ways(x)
    y = flipud(x) .* fliplr(x) - x
endfunction
function y = into_part(y, x)
    y[1..size(x,0)-2,:] = flipud(x)[1..size(x,0)-2,:] + 1
endfunction
function y = into_itself(y)
    y[0..size(y,0)-1,:] = flipud(y) + y
endfunction
function s = reduced(x)
    s = sum(abs(x - fliplr(x)))
endfunction
function y = in_steps(x)
    d = fliplr(x) - x
    y = d .* d
endfunction
function y = with_mask(x)
    y = x
    y[fliplr(x) > 3] = 0
endfunction
function s = along(x)
    s = sum(flipud(x) .* x, 1)
endfunction
function y = product(x)
    y = flipud(x) * x
endfunction
function y = shifted(x)
    y = circshift(x, [1, 2]) + fliplr(x)
endfunction
function y = of_other_size(x, z)
    y = flipud(x) + z
endfunction
function [] = tell(name, y)
    v = reshape(y .* 1.0, [1, numel(y)])
    k = mod(0..numel(y)-1, 17)
    printf("%s %s %s %.6g %.6g", name, size(y), type(y), sum(v), sum(v .* k))
endfunction
function x = values(n, m)
    x = zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            x[i,j] = mod(3*i + 5*j + i*j, 7)
        endfor
    endfor
endfunction
function [] = tell_all(x)
    tell("sum", sum_of(x))
    tell("both ways", both_ways(x))
    tell("steps", in_steps(x))
    tell("mask", with_mask(copy(x)))
    printf("reduced %g", sum(reduced(x)))
endfunction
function [] = main()
    x = values(90, 70)
    tell_all(x)
    tell_all(int(x))
    tell_all(x > 3)
    tell_all(reshape(values(90, 60), [30, 60, 3]))
    tell_all(reshape(x, [6300, 1]))
    v = x[7,:]
    v = reshape(x, [1, 6300])
    tell_all(v)
    w = vec(5000)
    w[:] = v[0,0..4999]
    tell_all(w)
    tell("complex", sum_of(complex(x, x)))
    tell("part", into_part(copy(x), x))
    tell("itself", into_itself(copy(x)))
    tell("along", along(x))
    tell("product", product(values(80, 80)))
    tell("shifted", shifted(x))
    tell("double", sum_of(mat[scalar'double](80, 80)))
    tell("one row", sum_of(x[3,:]))
    try
        y = of_other_size(x, x[0..88,:])
    catch e
        print(e.message)
    endtry
    try
        y = of_other_size(zeros(0, 70), x)
    catch e
        print(e.message)
    endtry
    printf("%d", sum_of(3))
endfunction
