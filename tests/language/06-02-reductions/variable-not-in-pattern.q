% proves: 6.2 a variable that the pattern does not have is reported, also with type parameters (it ended the compiler)
% expect: check-error no reductions available
reduction (T, a : T, b : T) -> joined(c, b) = a * b
function y = f(v)
    y = joined(v, v)
end
function [] = __kernel__ open(x, y, pos)
    y[pos] = joined(x[pos], 2.0)
end
x = [1.0, 2]
y = zeros(2)
parallel_do(2, x, y, open)
print f(2)
