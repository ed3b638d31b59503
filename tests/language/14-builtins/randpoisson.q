% proves: Poisson-distributed counts are the same bits on every device
% expect: stdout
%> 18897176 9440292248 100 31
%> 60001713 193
%> 7 [ 0, 0, 2, 93] 0
seed(42)
x = randpoisson(63 * ones(300000))
print sum(x), " ", sum(x .* mod(0..299999, 1000)), " ", max(x), " ", min(x)
y = randpoisson(200 * ones(300, 1000))
print sum(y), " ", y[7,7]
print randpoisson(5), " ", randpoisson([0, -1, 4, 90]), " ", randpoisson(0/0)
