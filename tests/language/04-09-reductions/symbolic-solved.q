% proves: 4.9.1 symbolic variables and equations as arguments
% expect: stdout
%> 2
reduction (f, x : scalar) -> argmin(f, x) = solve(diff(f, x) = 0, x)
reduction (x : scalar, a : scalar) -> diff((x-a)^2, x) = 2*(x-a)
reduction (x : scalar, a : scalar, c : scalar) -> solve(c*(x-a) = 0, x) = a
symbolic x : scalar
print argmin((x-2)^2, x)
