% proves: 4.9.4 sizes that types know decide conditions; where nothing holds, the error may be caught
% expect: ok
%! 11: no reductions available
reduction (A : mat) -> invert(A) = [[A[1,1], -A[0,1]], [-A[1,0], A[0,0]]] / (A[0,0]*A[1,1] - A[0,1]*A[1,0]) _
  where size(A, 0) == 2 && size(A, 1) == 2
reduction (A : mat) -> invert(A) = 1 / A[0,0] where numel(A) == 1
assert(max(abs(invert([[2.0, 0], [0, 4]]) - [[0.5, 0], [0, 0.25]])) < 1e-6)
assert(invert(4*ones(1, 1)) == 0.25)
message = ""
try
  invert(eye(3))
catch ex
  message = sprintf("%s", ex)
endtry
assert(message == "Symbolic operation failed - no reductions available for 'invert(eye(3))'")
print "ok"
