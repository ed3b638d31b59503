% proves: 2.4.4 the dimensions of a launch are real numbers (two rows of complex ones were taken for sizes and a block)
% expect: error parallel_do
function [] = __kernel__ fill(y : mat, pos : ivec2)
    y[pos] = 1
end
y = zeros(2, 2)
d = [[2, 2], [1, 1]] + 1i
parallel_do(d, y, fill)
print "unreachable"
