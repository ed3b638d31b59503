% proves: 8.2 sums of rows and columns that begin with a number, in compiled loops
% expect: stdout
%> rows [ 1, 300] vec 4.1147e+05 2.06e+05
%> columns [ 400, 1] mat 4.1147e+05 2.0554e+05
%> rows added [ 1, 300] vec 2.4763e+07 1.2382e+07
%> columns added [ 400, 1] mat 6.1474e+07 3.0708e+07
%> planes [ 100, 40] mat 4.1147e+05 2.0555e+05
%> total [ 1, 1] scalar 4.1147e+05 4.1147e+05
%> nested [ 1, 300] vec 1.2344e+06 6.1799e+05
%> anew [ 1, 1] scalar 3599 3599
%> left [ 1, 300] vec 80134 40118
%> under condition [ 1, 300] vec 2.0528e+05 1.0277e+05
%> longer: operator + needs arrays of the same size, but the left one is 1 x 1 and the right one is 1 x 2; nothing is repeated by itself: repmat(left, [1,2]) has the size of the right one
%> with row: operator + needs arrays of the same size, but the left one is 400 x 1 and the right one is 1 x 400
%> with row: operator + needs arrays of the same size, but the left one is 400 x 1 and the right one is 1 x 400
%> crossed: operator + needs arrays of the same size, but the left one is 1 x 400 and the right one is 400 x 1
%> read [ 400, 1] mat 4.1147e+05 2.0554e+05
%> steps [ 1, 300] vec 1.5731e+06 7.883e+05
%> previous [ 400, 1] mat 8.1874e+05 4.0899e+05
%> backwards [ 400, 1] mat 2473.3 1235.6
%> rows of one [ 1, 1] vec(1) 1197 1197
%> one row [ 1, 300] vec 901 452.01
%> columns of one [ 1, 1] mat 901 901
%> none [ 1, 1] int 0 0
%> integers [ 1, 300] ivec 4.1147e+05 2.06e+05
%> columns of integers [ 400, 1] mat 4.1147e+05 2.0554e+05
%> complex [ 1, 300] cvec -4114 -2059
%> columns from zeros [ 400, 1] mat 4.1147e+05 2.0554e+05
%> columns from a row: operator + needs arrays of the same size, but the left one is 1 x 400 and the right one is 400 x 1
%> columns from a vector: operator + needs arrays of the same size, but the left one is 1 x 400 and the right one is 400 x 1
%> columns from others: operator + needs arrays of the same size, but the left one is 300 x 1 and the right one is 400 x 1
%> columns from integers [ 400, 1] mat 4.1147e+05 2.0554e+05
%> rows from 3 [ 1, 300] vec 1830.5 917.29
%> rows from zeros [ 1, 300] mat 1830.5 917.29
%> rows from a column: operator + needs arrays of the same size, but the left one is 300 x 1 and the right one is 1 x 300
%> rows [ 1, 300] vec 4.1147e+05 2.06e+05
%> columns [ 400, 1] mat 4.1147e+05 2.0554e+05
%> rows added [ 1, 300] vec 2.4763e+07 1.2382e+07
%> columns added [ 400, 1] mat 6.1474e+07 3.0708e+07
%> planes [ 100, 40] mat 4.1147e+05 2.0555e+05
%> total [ 1, 1] scalar 4.1147e+05 4.1147e+05
%> nested [ 1, 300] vec 1.2344e+06 6.1799e+05
%> anew [ 1, 1] scalar 3599 3599
%> left [ 1, 300] vec 80134 40118
%> under condition [ 1, 300] vec 2.0528e+05 1.0277e+05
%> longer: operator + needs arrays of the same size, but the left one is 1 x 1 and the right one is 1 x 2; nothing is repeated by itself: repmat(left, [1,2]) has the size of the right one
%> with row: operator + needs arrays of the same size, but the left one is 400 x 1 and the right one is 1 x 400
%> with row: operator + needs arrays of the same size, but the left one is 400 x 1 and the right one is 1 x 400
%> crossed: operator + needs arrays of the same size, but the left one is 1 x 400 and the right one is 400 x 1
%> read [ 400, 1] mat 4.1147e+05 2.0554e+05
%> steps [ 1, 300] vec 1.5731e+06 7.883e+05
%> previous [ 400, 1] mat 8.1874e+05 4.0899e+05
%> backwards [ 400, 1] mat 2473.3 1235.6
%> rows of one [ 1, 1] vec(1) 1197 1197
%> one row [ 1, 300] vec 901 452.01
%> columns of one [ 1, 1] mat 901 901
%> none [ 1, 1] int 0 0
%> integers [ 1, 300] ivec 4.1147e+05 2.06e+05
%> columns of integers [ 400, 1] mat 4.1147e+05 2.0554e+05
%> complex [ 1, 300] cvec -4114 -2059
%> columns from zeros [ 400, 1] mat 4.1147e+05 2.0554e+05
%> columns from a row: operator + needs arrays of the same size, but the left one is 1 x 400 and the right one is 400 x 1
%> columns from a vector: operator + needs arrays of the same size, but the left one is 1 x 400 and the right one is 400 x 1
%> columns from others: operator + needs arrays of the same size, but the left one is 300 x 1 and the right one is 400 x 1
%> columns from integers [ 400, 1] mat 4.1147e+05 2.0554e+05
%> rows from 3 [ 1, 300] vec 1830.5 917.29
%> rows from zeros [ 1, 300] mat 1830.5 917.29
%> rows from a column: operator + needs arrays of the same size, but the left one is 300 x 1 and the right one is 1 x 300
%> both [ 1, 300] 411472 411472
%> two [ 1, 300] 411472 823244
%> crosswise [ 1, 300] [ 400, 1] 308826 411472
function s = rows(x)
    s = 0
    for i=0..size(x,0)-1
        s = s + x[i,:]
    endfor
endfunction
function s = columns(x)
    s = 0.0
    for j=0..size(x,1)-1
        s = s + x[:,j]
    endfor
endfunction
function s = columns_from(s, x)
    for j=0..size(x,1)-1
        s = s + x[:,j]
    endfor
endfunction
function s = rows_from(s, x)
    for i=0..size(x,0)-1
        s = 0.5*s + x[i,:]
    endfor
endfunction
function s = added_rows(x)
    s = 1
    for i=0..size(x,0)-1
        s += 2*x[i,:] + i
    endfor
endfunction
function s = added_columns(x)
    s = 2
    for j=0..size(x,1)-1
        s += x[:,j]*j - 1
    endfor
endfunction
function s = planes(x)
    s = 0
    for k=0..size(x,2)-1
        s = s + x[:,:,k]
    endfor
endfunction
% a number stays one
function s = total(x)
    s = 0
    for i=0..size(x,0)-1
        s = s + sum(x[i,:])
    endfor
endfunction
function [s, t] = both(x)
    s = 0
    t = 0
    for i=0..size(x,0)-1
        s = s + x[i,:]
        t = t + sum(x[i,:])
    endfor
endfunction
function [s, t] = two(x)
    s = 0
    t = 1
    for i=0..size(x,0)-1
        s = s + x[i,:]
        t = t + 2*x[i,:]
    endfor
endfunction
function [s, t] = crosswise(x)
    s = 0
    t = 0
    for i=0..min(size(x,0), size(x,1))-1
        s = s + x[i,:]
        t = t + x[:,i]
    endfor
endfunction
function s = nested(x, n)
    s = 0
    for k=0..n-1
        for i=0..size(x,0)-1
            s = s + k*x[i,:]
        endfor
    endfor
endfunction
function s = anew(x, n)
    r = 0
    s = 0
    for k=0..n-1
        s = 0
        for i=0..size(x,0)-1
            s = s + x[i,:]
        endfor
        r = r + s[k]
    endfor
    s = r
endfunction
function s = left(x, n)
    s = 0
    for i=0..size(x,0)-1
        s = s + x[i,:]
        if i == n
            break
        endif
    endfor
endfunction
function s = under_condition(x)
    s = 0
    for i=0..size(x,0)-1
        if mod(i, 2) == 1
            s = s + x[i,:]
        endif
    endfor
endfunction
function s = longer(x)
    s = 0
    for i=0..size(x,0)-1
        s = s + x[i,0..min(10, i)]
    endfor
endfunction
function s = with_row(x, v)
    s = 0
    for j=0..size(x,1)-1
        s = s + x[:,j] + v
    endfor
endfunction
function s = crossed(x)
    s = x[0,:]
    for j=0..size(x,1)-1
        s = s + x[:,j]
    endfor
endfunction
function s = read_at(x)
    s = 0
    for j=0..size(x,1)-1
        s = s + x[:,j]
        x[0,0] = numel(s)
    endfor
endfunction
function s = in_steps(x)
    s = 0
    for i=0..size(x,0)-1
        d = x[i,:] - 0.5
        s = s + d .* d
    endfor
endfunction
function s = previous(x)
    s = 0
    for j=1..size(x,1)-1
        x[:,j] = x[:,j] + 0.5*x[:,j-1]
        s = s + x[:,j]
    endfor
endfunction
function s = backwards(x)
    s = 0
    for j=size(x,1)-1..-1..0
        s = 0.5*s + x[:,j]
    endfor
endfunction
function [] = tell(name, f, x)
    try
        s = f(x)
        v = reshape(s .* 1.0, [1, numel(s)])
        k = linspace(0, 1, numel(s))
        printf("%s %s %s %.5g %.5g", name, size(s), type(s), sum(v), sum(v .* k))
    catch e
        printf("%s: %s", name, e.message)
    endtry
endfunction
function x = values(n, m)
    x = zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            x[i,j] = mod(3*i + 5*j + i*j, 7)
        endfor
    endfor
endfunction
function [] = main()
    x = values(400, 300)
    for k=0..1
        tell("rows", rows, x)
        tell("columns", columns, x)
        tell("rows added", added_rows, x)
        tell("columns added", added_columns, x)
        tell("planes", planes, reshape(x, [100, 40, 30]))
        tell("total", total, x)
        tell("nested", x -> nested(x, 3), x)
        tell("anew", x -> anew(x, 3), x)
        tell("left", x -> left(x, 77), x)
        tell("under condition", under_condition, x)
        tell("longer", longer, x)
        tell("with row", x -> with_row(x, ones(400)), x)
        tell("with row", x -> with_row(x, ones(400)), values(400, 400))
        tell("crossed", crossed, values(400, 400))
        tell("read", read_at, copy(x))
        tell("steps", in_steps, x)
        tell("previous", x -> previous(copy(x)), x)
        tell("backwards", backwards, x)
        tell("rows of one", rows, values(400, 1))
        tell("one row", rows, values(1, 300))
        tell("columns of one", columns, values(1, 300))
        tell("none", rows, zeros(0, 300))
        tell("integers", rows, int(x))
        tell("columns of integers", columns, int(x))
        tell("complex", rows, complex(x, x) .* complex(0, 1))
        tell("columns from zeros", x -> columns_from(zeros(400, 1), x), x)
        tell("columns from a row", x -> columns_from(zeros(1, 400), x), x)
        tell("columns from a vector", x -> columns_from(zeros(400), x), x)
        tell("columns from others", x -> columns_from(zeros(300, 1), x), x)
        tell("columns from integers", x -> columns_from(int(zeros(400, 1)), x), x)
        tell("rows from 3", x -> rows_from(3, x), x)
        tell("rows from zeros", x -> rows_from(zeros(1, 300), x), x)
        tell("rows from a column", x -> rows_from(zeros(300, 1), x), x)
    endfor
    [s, t] = both(x)
    printf("both %s %d %d", size(s), sum(s), t)
    [s, t] = two(x)
    printf("two %s %d %d", size(t), sum(s), sum(t))
    [s, t] = crosswise(x)
    printf("crosswise %s %s %d %d", size(s), size(t), sum(s), sum(t))
endfunction
