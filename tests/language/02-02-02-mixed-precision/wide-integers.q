% proves: 2.2.2 beside integers of 32 and 64 bits, each matrix of an expression is rounded to single precision, as are those that are assigned
% expect: stdout
%> 1 2 3 4 5 6
%> 1 2 3 4 5 6
%> 0 0 2 4 4 4
%> 3355443.25
%> 45

function [] = tell(y)
    printf("%.9g %.9g %.9g %.9g %.9g %.9g\n", y[0], y[1], y[2], y[3], y[4], y[5])
endfunction
function [] = main()
    x = vec[uint32](90)
    f = zeros(90)
    z = vec[int64](90)
    for i=0..89
        x[i] = 4294967295 - mod(i,7) * 300000001
        f[i] = mod(i,7) * 0.25 - 1.25
        z[i] = 16777216 + i
    endfor
    tell((f + x) - x)
    y = f + x
    tell(y - x)
    tell((z * 1.0) - 16777216)
    w = (z .* 0.2) + 0.1
    printf("%.9g\n", w[0])
    printf("%.9g\n", sum((z + 0.5) - z))
endfunction
