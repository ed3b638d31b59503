% proves: 4.9.1 an irreducible symbolic expression names what the user wrote
% expect: check-error Symbolic operation failed - no reductions available for 'argmin\(\(x-2\)\^2, ?x\)'
reduction (f, x : scalar) -> argmin(f, x) = solve(diff(f, x) = 0, x)
symbolic x : scalar
print argmin((x-2)^2, x)
