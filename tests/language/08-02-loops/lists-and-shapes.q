% proves: 8.2 lists of positions, reshaped and squeezed arrays in an expression, and parts that are copied, give what they give one by one
% devices: cpu interp
% expect: stdout
%> rows [ 90, 70] mat 55790 446083
%> columns [ 90, 70] mat 45990 368348
%> whole numbers [ 90, 70] mat 55790 446083
%> fractions [ 90, 70] mat 45990 368348
%> doubles [ 90, 70] mat 55790 446083
%> a column of them [ 90, 70] mat 55790 446083
%> a range [ 90, 70] mat 55790 445969
%> half steps [ 179, 70] mat 110950 887736
%> both [ 95, 70] mat 0 21
%> reduced 81200
%> down [ 1, 70] mat 53970 418999
%> mean down [ 1, 70] mat 50.5556 419.044
%> along [ 90, 1] mat 45990 349230
%> steps 65870
%> reshaped [ 70, 90] mat 37800 301887
%> beside a part [ 70, 90] mat 5460 44204
%> sums of reshaped [ 1, 90] mat 54612 415517
%> rows of reshaped [ 70, 1] mat 54612 422375
%> squeezed [ 90, 70] mat 48580 388792
%> row [ 1, 6300] mat 49560 396373
%> rows [ 2, 40] mat 709 5473
%> columns [ 2, 40] mat 711 5385
%> whole numbers [ 2, 40] mat 709 5473
%> fractions [ 2, 40] mat 711 5385
%> doubles [ 2, 40] mat 709 5473
%> a column of them [ 2, 40] mat 709 5473
%> a range [ 2, 40] mat 709 5473
%> half steps [ 3, 40] mat 909 7156
%> both [ 7, 40] mat 0 -46
%> reduced 868
%> down [ 1, 40] mat 614 4588
%> mean down [ 1, 40] mat 0.5 38.5
%> along [ 2, 1] mat 711 359
%> steps 807
%> reshaped [ 40, 2] mat 475 3654
%> beside a part [ 40, 2] mat -1 84
%> sums of reshaped [ 1, 2] mat 681 333
%> rows of reshaped [ 40, 1] mat 681 4832
%> squeezed [ 2, 40] mat 616 4879
%> row [ 1, 80] mat 554 4246
%> rows [ 200, 130] mat 230341 1.84251e+06
%> columns [ 200, 130] mat 221624 1.77234e+06
%> whole numbers [ 200, 130] mat 230341 1.84251e+06
%> fractions [ 200, 130] mat 221624 1.77234e+06
%> doubles [ 200, 130] mat 230341 1.84251e+06
%> a column of them [ 200, 130] mat 230341 1.84251e+06
%> a range [ 200, 130] mat 230341 1.84296e+06
%> half steps [ 399, 130] mat 460034 3.68047e+06
%> both [ 205, 130] mat 0 27
%> reduced 331768
%> down [ 1, 130] mat 223570 1.73141e+06
%> mean down [ 1, 130] mat 91.4 710.89
%> along [ 200, 1] mat 221624 1.74322e+06
%> steps 269058
%> reshaped [ 130, 200] mat 155788 1.24608e+06
%> beside a part [ 130, 200] mat 22146 177127
%> sums of reshaped [ 1, 200] mat 237180 1.86182e+06
%> rows of reshaped [ 130, 1] mat 237180 1.84469e+06
%> squeezed [ 200, 130] mat 200679 1.60532e+06
%> row [ 1, 26000] mat 203934 1.63085e+06
%> rows [ 70, 90] mat 53200 425580
%> columns [ 70, 90] mat 53970 428624
%> whole numbers [ 70, 90] mat 53200 425580
%> fractions [ 70, 90] mat 53970 428624
%> doubles [ 70, 90] mat 53200 425580
%> a column of them [ 70, 90] mat 53200 425580
%> a range [ 70, 90] mat 55790 446164
%> half steps [ 139, 90] mat 110765 886050
%> both [ 75, 90] imat 0 0
%> reduced 73500
%> down [ 1, 90] mat 46200 347340
%> mean down [ 1, 90] mat 65 525
%> along [ 70, 1] mat 53970 419638
%> steps 61320
%> reshaped [ 90, 70] mat 37800 302118
%> beside a part [ 90, 70] mat 5460 43363
%> sums of reshaped [ 1, 70] mat 56796 435473
%> rows of reshaped [ 90, 1] mat 56796 446695
%> squeezed [ 70, 90] mat 48580 388423
%> row [ 1, 6300] imat 49560 395673
%> rows [ 90, 70] mat 37380 298904
%> columns [ 90, 70] mat 6370 51102
%> whole numbers [ 90, 70] mat 37380 298904
%> fractions [ 90, 70] mat 6370 51102
%> doubles [ 90, 70] mat 37380 298904
%> a column of them [ 90, 70] mat 37380 298904
%> a range [ 90, 70] mat 37380 298892
%> half steps [ 179, 70] mat 74310 594611
%> both [ 95, 70] imat 0 -5
%> reduced 1900
%> down [ 1, 70] mat 7810 60717
%> mean down [ 1, 70] mat -154 -1185.91
%> along [ 90, 1] mat 6370 48090
%> steps 58580
%> reshaped [ 70, 90] mat 19390 154657
%> beside a part [ 70, 90] mat -12950 -103026
%> sums of reshaped [ 1, 90] mat 8105 61776
%> rows of reshaped [ 70, 1] mat 8105 62361
%> squeezed [ 90, 70] mat 6300 50501
%> row [ 1, 6300] imat 12740 101913
%> complex [ 64, 64] mat 137223 1.09784e+06
%> complex columns [ 64, 64] mat 64017 510647
%> to a list [ 64, 64] mat 17239 138195
%> to the same list [ 64, 64] mat 18392 147366
%> from a list [ 64, 64] mat 16419 131330
%> to what is reshaped [ 64, 64] mat 18082 144808
%> to a row [ 64, 64] mat 14181 113472
%> by its name [ 64, 64] mat 27972 224068
%> to the list itself [ 1, 20] ivec 219 1614
%> before the list changes [ 20, 64] mat 11118 88352
%> of itself [ 64, 64] mat 18965 151685
%> to a list [ 64, 64] mat 27972 224222
%> to the same list [ 64, 64] mat 27972 224145
%> from a list [ 64, 64] mat 18082 144414
%> to what is reshaped [ 64, 64] mat 18082 144808
%> to a row [ 64, 64] mat 14181 113472
%> by its name [ 64, 64] mat 27972 224068
%> to the list itself [ 1, 64] ivec 574 4432
%> before the list changes [ 64, 64] mat 27972 223308
%> of itself [ 64, 64] mat 27972 223512
%> copied [ 80, 80] mat 21497 171629
%> by a list [ 80, 80] mat 21977 175768
%> reversed [ 80, 80] mat 21977 175699
%> transposed [ 80, 80] mat 21977 175905
%> in steps [ 80, 80] mat 21856 175081
%> a row and a column [ 80, 80] mat 21982 176077
%> in its shape [ 80, 80] mat 21977 175828
%> one row down [ 80, 80] mat 21736 173512
%> one row up [ 80, 80] mat 21734 173885
%> by a list of itself [ 80, 80] mat 21734 173924
%> shifted [ 80, 80] mat 21734 173981
%> repeated [ 80, 80] mat 19120 152826
%> the sizes of an assignment differ: the part of y is 79 x 80, the value is 80 x 80
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> the slice 1..80 does not fit: index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> reshape: 3 x 3 needs 9 elements, but the array is 80 x 80 and has 6400
%> copied [ 80, 80] imat 21497 171629
%> by a list [ 80, 80] imat 21977 175768
%> reversed [ 80, 80] imat 21977 175699
%> transposed [ 80, 80] imat 21977 175905
%> in steps [ 80, 80] imat 21856 175081
%> a row and a column [ 80, 80] imat 21982 176077
%> in its shape [ 80, 80] imat 21977 175828
%> one row down [ 80, 80] imat 21736 173512
%> one row up [ 80, 80] imat 21734 173885
%> by a list of itself [ 80, 80] imat 21734 173924
%> shifted [ 80, 80] imat 21734 173981
%> repeated [ 80, 80] imat 19120 152826
%> the sizes of an assignment differ: the part of y is 79 x 80, the value is 80 x 80
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> the slice 1..80 does not fit: index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> reshape: 3 x 3 needs 9 elements, but the array is 80 x 80 and has 6400
%> copied [ 80, 80] mat[int8] 21497 171629
%> by a list [ 80, 80] mat[int8] 21977 175768
%> reversed [ 80, 80] mat[int8] 21977 175699
%> transposed [ 80, 80] mat[int8] 21977 175905
%> in steps [ 80, 80] mat[int8] 21856 175081
%> a row and a column [ 80, 80] mat[int8] 21982 176077
%> in its shape [ 80, 80] mat[int8] 21977 175828
%> one row down [ 80, 80] mat[int8] 21736 173512
%> one row up [ 80, 80] mat[int8] 21734 173885
%> by a list of itself [ 80, 80] mat[int8] 21734 173924
%> shifted [ 80, 80] mat[int8] 21734 173981
%> repeated [ 80, 80] mat[int8] 19120 152826
%> the sizes of an assignment differ: the part of y is 79 x 80, the value is 80 x 80
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> the slice 1..80 does not fit: index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> reshape: 3 x 3 needs 9 elements, but the array is 80 x 80 and has 6400
%> copied [ 80, 80] mat[bool] 3191 25447
%> by a list [ 80, 80] mat[bool] 3271 26162
%> reversed [ 80, 80] mat[bool] 3271 26144
%> transposed [ 80, 80] mat[bool] 3271 26158
%> in steps [ 80, 80] mat[bool] 3248 26015
%> a row and a column [ 80, 80] mat[bool] 3273 26205
%> in its shape [ 80, 80] mat[bool] 3271 26222
%> one row down [ 80, 80] mat[bool] 3225 25719
%> one row up [ 80, 80] mat[bool] 3224 25845
%> by a list of itself [ 80, 80] mat[bool] 3224 25801
%> shifted [ 80, 80] mat[bool] 3224 25812
%> repeated [ 80, 80] mat[bool] 2720 21743
%> the sizes of an assignment differ: the part of y is 79 x 80, the value is 80 x 80
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> the slice 1..80 does not fit: index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> reshape: 3 x 3 needs 9 elements, but the array is 80 x 80 and has 6400
%> copied [ 80, 80] imat 21497 171629
%> by a list [ 80, 80] imat 21977 175768
%> reversed [ 80, 80] imat 21977 175699
%> transposed [ 80, 80] imat 21977 175905
%> in steps [ 80, 80] imat 21856 175081
%> a row and a column [ 80, 80] imat 21982 176077
%> in its shape [ 80, 80] imat 21977 175828
%> one row down [ 80, 80] imat 21736 173512
%> one row up [ 80, 80] imat 21734 173885
%> by a list of itself [ 80, 80] imat 21734 173924
%> shifted [ 80, 80] imat 21734 173981
%> repeated [ 80, 80] imat 19120 152826
%> the sizes of an assignment differ: the part of y is 79 x 80, the value is 80 x 80
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> the slice 1..80 does not fit: index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> reshape: 3 x 3 needs 9 elements, but the array is 80 x 80 and has 6400
%> copied [ 80, 80] mat 21497 171629
%> by a list [ 80, 80] mat 21977 175768
%> reversed [ 80, 80] mat 21977 175699
%> transposed [ 80, 80] mat 21977 175905
%> in steps [ 80, 80] mat 21856 175081
%> a row and a column [ 80, 80] mat 21982 176077
%> in its shape [ 80, 80] mat 21977 175828
%> one row down [ 80, 80] mat 21736 173512
%> one row up [ 80, 80] mat 21734 173885
%> by a list of itself [ 80, 80] mat 21734 173924
%> shifted [ 80, 80] mat 21734 173981
%> repeated [ 80, 80] mat 19120 152826
%> the sizes of an assignment differ: the part of y is 79 x 80, the value is 80 x 80
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> the slice 1..80 does not fit: index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> reshape: 3 x 3 needs 9 elements, but the array is 80 x 80 and has 6400
%> copied [ 80, 80] mat[uint8] 859880 6.86516e+06
%> by a list [ 80, 80] mat[uint8] 879080 7.03072e+06
%> reversed [ 80, 80] mat[uint8] 879080 7.02796e+06
%> transposed [ 80, 80] mat[uint8] 879080 7.0362e+06
%> in steps [ 80, 80] mat[uint8] 874240 7.00324e+06
%> a row and a column [ 80, 80] mat[uint8] 879280 7.04308e+06
%> in its shape [ 80, 80] mat[uint8] 879080 7.03312e+06
%> one row down [ 80, 80] mat[uint8] 869440 6.94048e+06
%> one row up [ 80, 80] mat[uint8] 869360 6.9554e+06
%> by a list of itself [ 80, 80] mat[uint8] 869360 6.95696e+06
%> shifted [ 80, 80] mat[uint8] 869360 6.95924e+06
%> repeated [ 80, 80] mat[uint8] 764800 6.11304e+06
%> the sizes of an assignment differ: the part of y is 79 x 80, the value is 80 x 80
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> the slice 1..80 does not fit: index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> reshape: 3 x 3 needs 9 elements, but the array is 80 x 80 and has 6400
%> copied [ 80, 80] mat[scalar'double] 21497 171629
%> by a list [ 80, 80] mat[scalar'double] 21977 175768
%> reversed [ 80, 80] mat[scalar'double] 21977 175699
%> transposed [ 80, 80] mat[scalar'double] 21977 175905
%> in steps [ 80, 80] mat[scalar'double] 21856 175081
%> a row and a column [ 80, 80] mat[scalar'double] 21982 176077
%> in its shape [ 80, 80] mat[scalar'double] 21977 175828
%> one row down [ 80, 80] mat[scalar'double] 21736 173512
%> one row up [ 80, 80] mat[scalar'double] 21734 173885
%> by a list of itself [ 80, 80] mat[scalar'double] 21734 173924
%> shifted [ 80, 80] mat[scalar'double] 21734 173981
%> repeated [ 80, 80] mat[scalar'double] 19120 152826
%> the sizes of an assignment differ: the part of y is 79 x 80, the value is 80 x 80
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> the slice 1..80 does not fit: index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> reshape: 3 x 3 needs 9 elements, but the array is 80 x 80 and has 6400
%> copied [ 80, 80] mat 21497 171629
%> by a list [ 80, 80] mat 21977 175768
%> reversed [ 80, 80] mat 21977 175699
%> transposed [ 80, 80] mat 21977 175905
%> in steps [ 80, 80] mat 21856 175081
%> a row and a column [ 80, 80] mat 21982 176077
%> in its shape [ 80, 80] mat 21977 175828
%> one row down [ 80, 80] mat 21736 173512
%> one row up [ 80, 80] mat 21734 173885
%> by a list of itself [ 80, 80] mat 21734 173924
%> shifted [ 80, 80] mat 21734 173981
%> repeated [ 80, 80] mat 19120 152826
%> the sizes of an assignment differ: the part of y is 79 x 80, the value is 80 x 80
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> the slice 1..80 does not fit: index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> reshape: 3 x 3 needs 9 elements, but the array is 80 x 80 and has 6400
%> z is a 4-by-80 matrix and needs 2 indices in one bracket, not 1: z[m,n] an element, z[m,:] a row, z[:,n] a column
%> operator + needs arrays of the same size, but the left one is 80 x 80 and the right one is 4 x 80
%> reshape: 3 x 99 needs 297 elements, but the array is 80 x 80 and has 6400
%> reshape: 3 x 99 needs 297 elements, but the array is 80 x 80 and has 6400
%> reshape: 4 x 80 needs 320 elements, but the array is 80 x 80 and has 6400
%> index 999 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> operator .* needs arrays of the same size, but the left one is 80 x 80 and the right one is 4 x 80
%> reshape: dimension 0 is negative: -1
%> operator + needs arrays of the same size, but the left one is 76 x 80 and the right one is 4 x 80
%> x can't be indexed by a complex vector of 80 elements
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> reshape: 3 x 99 needs 297 elements, but the array is 80 x 80 and has 6400
%> reshape: 3 x 99 needs 297 elements, but the array is 80 x 80 and has 6400
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> index 80 in dimension 1 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> index 80 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> reshape: dimension 0 is negative: -1
%> operator + needs arrays of the same size, but the left one is 77 x 80 and the right one is 80 x 80
%> x can't be indexed by a complex vector of 80 elements
%> z is an 80-by-80 matrix and needs 2 indices in one bracket, not 1: z[m,n] an element, z[m,:] a row, z[:,n] a column
%> operator + needs arrays of the same size, but the left one is 2 x 80 and the right one is 80 x 80
%> reshape: 3 x 99 needs 297 elements, but the array is 80 x 80 and has 6400
%> reshape: 3 x 99 needs 297 elements, but the array is 80 x 80 and has 6400
%> operator + needs arrays of the same size, but the left one is 2 x 80 and the right one is 80 x 80
%> index 999 in dimension 0 is outside x, an 80-by-80 matrix: there, indices are 0 to 79
%> operator .* needs arrays of the same size, but the left one is 2 x 80 and the right one is 80 x 80
%> reshape: dimension 0 is negative: -1
%> operator + needs arrays of the same size, but the left one is 2 x 80 and the right one is 80 x 80
%> x can't be indexed by a complex vector of 2 elements
%> a mask [ 39, 80] mat 13627 108920
%> no mask [ 70, 80] mat 35774 286265
%> one [ 1, 80] mat 478 3647
%> of a vector [ 1, 80] vec 472 3558
%> of a cube [ 8, 10, 80] cube 43954 351523
%> of its channels [ 8, 10, 3] cube 2580 20968
%> with a number [ 8, 10] mat 718 5477
%> down a cube [ 1, 10, 80] cube 78469 626986
%> across a cube [ 8, 1, 80] cube 78506 624389
%> doubles [ 80, 80] mat[scalar'double] 44594 356772
function x = values(n, m, salt)
    x = zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            x[i,j] = mod(3*i + 5*j + i*j + salt, 7)
        endfor
    endfor
endfunction
function [] = tell(name, y)
    v = reshape(y .* 1.0, [1, numel(y)])
    k = mod(0..numel(y)-1, 17)
    printf("%s %s %s %.6g %.6g", name, size(y), type(y), sum(v), sum(v .* k))
endfunction
function p = order(n, count)
    p = mod((0..count-1)*7 + 3, n)
endfunction
function y = rows(x, z, p)
    y = x[p,:] + 2*z
endfunction
function y = columns(x, z, p)
    y = x[:,p] .* z
endfunction
function y = of_both(x, p, q)
    y = x[p,q[0]..q[1]] - x[p,q[1]..-1..q[0]]
endfunction
function s = reduced(x, p)
    s = sum(x[p,:] .* x)
endfunction
function y = down(x, z, p)
    y = sum(x[p,:] .* z, 0)
endfunction
function y = mean_down(x, z)
    y = mean(x - z, 0)
endfunction
function y = along(x, z, p)
    y = sum(x[:,p] .* z, 1)
endfunction
function y = in_steps(x, z, p)
    d = x[p,:] - z
    y = sum(d .* d)
endfunction
function y = reshaped(x, z)
    y = reshape(x, size(z)) + z
endfunction
function y = reshaped_beside(x, z)
    y = reshape(x, size(z)) - z[size(z,0)-1..-1..0,:]
endfunction
function y = reshaped_along(x, z, d)
    y = sum(reshape(x, size(z,0), size(z,1)) .* z, d)
endfunction
function y = squeezed(x, z)
    y = squeeze(x) .* z
endfunction
function y = as_row(x)
    y = reshape(x, [1, numel(x)])*2 + 1
endfunction
function [] = tell_all(x)
    [n, m] = size(x)
    z = values(n, m, 2)
    tell("rows", rows(x, z, order(n, n)))
    tell("columns", columns(x, z, order(m, m)))
    tell("whole numbers", rows(x, z, int(order(n, n))))
    tell("fractions", columns(x, z, order(m, m) + 0.75))
    tell("doubles", rows(x, z, mat[scalar'double](1, n) + order(n, n)))
    tell("a column of them", rows(x, z, reshape(order(n, n), [n, 1])))
    tell("a range", rows(x, z, n-1..-1..0))
    tell("half steps", rows(x, values(2*n-1, m, 2), 0..0.5..n-1))
    tell("both", of_both(x, order(n, n + 5), [0, m-1]))
    printf("reduced %.6g", reduced(x, order(n, n)))
    tell("down", down(x, z, order(n, n)))
    tell("mean down", mean_down(x, z))
    tell("along", along(x, z, order(m, m)))
    printf("steps %.6g", in_steps(x, z, order(n, n)))
    tell("reshaped", reshaped(x, values(m, n, 1)))
    tell("beside a part", reshaped_beside(x, values(m, n, 1)))
    tell("sums of reshaped", reshaped_along(x, values(m, n, 1), 0))
    tell("rows of reshaped", reshaped_along(x, values(m, n, 1), 1))
    tell("squeezed", squeezed(reshape(x, [n, 1, m]), z))
    tell("row", as_row(x))
endfunction
% What is written is read by others, too.
function [] = tell_written(x, p)
    y = copy(x)
    y[p,:] = y[0..numel(p)-1,:] * 2
    tell("to a list", y)
    y = copy(x)
    y[p,:] = y[p,:] + y[0..numel(p)-1,:]
    tell("to the same list", y)
    y = copy(x)
    y[0..numel(p)-1,:] = y[p,:] + 1
    tell("from a list", y)
    y = copy(x)
    y[:,:] = transpose(y) + reshape(transpose(y), size(x,0), size(x,1)) - y
    y[:,:] = reshape(y, size(x,1), size(x,0)) + 1
    tell("to what is reshaped", y)
    y = copy(x)
    y[0,:] = squeeze(y[1,:]) + reshape(y[:,2], 1, size(x,0))
    tell("to a row", y)
    y = copy(x)
    y = reshape(y, size(x,1), size(x,0)) + y
    tell("by its name", y)
    q = copy(p)
    q[0..numel(q)-1] = x[q,3] + x[q,4]
    tell("to the list itself", q)
    q = copy(p)
    z = x[q,:] + x[p,:]
    q[:] = 0
    tell("before the list changes", z)
    x[0..numel(p)-1,:] = transpose(x)[p,:] + x[p,:]
    tell("of itself", x)
endfunction
% Elements that are copied as they are.
function [] = tell_copied(x, y, p)
    [n, m] = size(x)
    y[1..n-1,:] = x[0..n-2,:]
    tell("copied", y)
    y[0..n-1,0..m-1] = x[p,:]
    tell("by a list", y)
    y[:,:] = flipud(x)
    tell("reversed", y)
    y[0..m-1,0..n-1] = transpose(x)[0..m-1,:]
    y[0..m-1,0..n-1] = transpose(x)
    tell("transposed", y)
    y[0..2..n-1,:] = x[1..2..n-1,m-1..-1..0]
    tell("in steps", y)
    y[n-1,0..n-1] = squeeze(x[:,0])
    y[:,m-1] = x[p,0]
    y[0,:] = x[n-1,p]
    tell("a row and a column", y)
    y[0..n-1,:] = reshape(x, n, m)
    tell("in its shape", y)
    y[1..n-1,:] = y[0..n-2,:]
    tell("one row down", y)
    y[0..n-2,:] = y[1..n-1,:]
    tell("one row up", y)
    y[:,:] = y[p,:]
    tell("by a list of itself", y)
    y[:,:] = y[:,:]
    y[0,:] = y[1,:][:]
    v = y[2,:]
    y[1,0..numel(v)-1] = v[:]
    y[:,:] = circshift(y, [1, 3])
    tell("shifted", y)
    y[:,:] = repmat(x[0,:], [n, 1])
    tell("repeated", y)
    try
        y[1..n-1,:] = x[0..n-1,:]
    catch e
        print(e.message)
    endtry
    try
        y[p,:] = x[p+1,:]
        tell("no failure", y)
    catch e
        print(e.message)
    endtry
    try
        y[1..n,:] = x[1..n,:]
    catch e
        print(e.message)
    endtry
    try
        y[0..n-1,p[n]] = reshape(x, 3, 3)
    catch e
        print(e.message)
    endtry
endfunction
function [] = tell_all_copied(x)
    p = order(size(x,0), size(x,0))
    tell_copied(x, zeros(size(x)), p)
    tell_copied(int(x), int(zeros(size(x))), p)
    tell_copied(int8(x), int8(zeros(size(x))), int(p))
    tell_copied(x > 3, zeros(size(x)) > 1, p)
    tell_copied(x, int(zeros(size(x))), p)
    tell_copied(int(x), zeros(size(x)), p)
    tell_copied(int(x)*40, uint8(zeros(size(x))), p)
    tell_copied(x, mat[scalar'double](size(x)), p)
    tell_copied(mat[scalar'double](size(x)) + x, zeros(size(x)), p)
endfunction
function y = failing(x, z, p, kind)
    match kind with
    | 0 -> y = x[p,:] + z[999]
    | 1 -> y = x[p,:] + z
    | 2 -> y = reshape(x, 3, 99) + z[p[999]]
    | 3 -> y = reshape(x, 3, 99) + x[999,:]
    | 4 -> y = x[p,:] + reshape(x, size(z))
    | 5 -> y = x[:,p] + x[999,:] + reshape(x, 3, 99)
    | 6 -> y = sum(x[p,:] .* z, 0)
    | 7 -> y = sum(reshape(x, -1, 5) .* z, 0)
    | 8 -> y = x[p > 3,:] + z
    | 9 -> y = x[complex(p, p),:] + z
    endmatch
endfunction
function [] = tell_failing(x, z, p)
    for kind=0..9
        try
            y = failing(x, z, p, kind)
            tell("no failure", y)
        catch e
            print(e.message)
        endtry
    endfor
endfunction
function [] = main()
    tell_all(values(90, 70, 0))
    tell_all(values(2, 40, 0))
    tell_all(values(200, 130, 0))
    tell_all(int(values(70, 90, 0)))
    tell_all(values(90, 70, 0) > 3)
    c = complex(values(64, 64, 0), values(64, 64, 1))
    y = rows(c, c, order(64, 64))
    tell("complex", real(y) + 3*imag(y))
    tell("complex columns", imag(columns(c, c, order(64, 64))))
    tell_written(values(64, 64, 0), order(64, 20))
    tell_written(values(64, 64, 0), int(order(64, 64)))
    tell_all_copied(values(80, 80, 0))
    x = values(80, 80, 0)
    tell_failing(x, x[0..3,:], order(80, 80))
    tell_failing(x, x, order(80, 80) + 1)
    tell_failing(x, x, [0, 1])
    b = order(80, 80) > 40
    tell("a mask", x[b,:] + 1)
    tell("no mask", x[b[0..69],:] + x[0..69,:])
    tell("one", x[[3],:] + x[[4],:])
    v = x[5,:]
    tell("of a vector", v[order(80, 80)] + v)
    t = reshape(x, [8, 10, 80])
    tell("of a cube", t[:,order(10, 10),:] + t)
    tell("of its channels", t[:,:,order(80, 3)] .* t[:,:,0..2])
    tell("with a number", t[order(8, 8),:,3] + t[:,:,4])
    tell("down a cube", sum(t[:,order(10, 10),:] .* t, 0))
    tell("across a cube", sum(t[order(8, 8),:,:] .* t, 1))
    tell("doubles", rows(mat[scalar'double](80, 80) + 0.1, x, order(80, 80)))
endfunction
