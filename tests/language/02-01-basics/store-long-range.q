% expect: error the sizes of an assignment differ: the part of x is 1 x 1
% A range that does not fit a part of an array is refused before there is memory for its numbers.
x = zeros(300)
x[3] = 7 .. 9000000000000
