% proves: STDLIB 5 linalg: every factorisation reconstructs its argument
% expect: ok
import "linalg.q"

function [] = near(a, b, name)
  assert(all(size(a) == size(b)), name, size(a), size(b))
  assert(max(abs(a - b)) < 1e-4, name, a, b)
endfunction
function a = example(m, n)
  a = mod(31.7 * reshape(0.0..m*n-1, [m,n]) + 3, 17) / 17
  for k = 0..min(m,n)-1
    a[k,k] = a[k,k] + 2
  endfor
endfunction

sizes = {[1,1], [2,2], [3,3], [7,7], [5,3], [3,5], [40,40], [1,4], [4,1]}
for k = 0..numel(sizes)-1
  m = sizes[k][0]
  n = sizes[k][1]
  A = example(m, n)
  [U,S,V] = svd(A)
  near(U * S * transpose(V), A, "svd")
  near(transpose(U) * U, eye(min(m,n)), "U")
  near(svd(A), diag(S), "values")
  [Q,R] = qr(A)
  near(Q * R, A, "qr")
  near(transpose(Q) * Q, eye(min(m,n)), "Q")
  near(triu(R), R, "R")
  [L,W,p] = lu(A)
  near(L * W, A[p,:], "lu")
  near(A * pinv(A) * A, A, "pinv")
  if m == n
    near(inv(A) * A, eye(m), "inv")
    B = A * transpose(A) + eye(m)
    near(transpose(chol(B)) * chol(B), B, "chol")
    assert(abs(logdet(B) / log(det(B)) - 1) < 1e-3 || abs(logdet(B) - log(det(B))) < 1e-3, "logdet")
    [v,d] = symeig(B)
    near(B * v, v * diagm(d), "symeig")
    near(transpose(v) * v, eye(m), "v")
    assert(all(d[1..numel(d)-1] >= d[0..numel(d)-2]) || numel(d) == 1)
    [c,e] = eig(A)
    assert(max(abs(complex(A, zeros(m,m)) * c - c * diagm(e))) < 1e-3, "eig")
    near(solve(A, A * ones(m,2)), ones(m,2), "solve")
  endif
endfor

assert(abs(logdet(2 * eye(3)) - 2.0794415) < 1e-5)
assert(isnan(logdet([[1.0,0],[0,-1]])))
near(diag(svd_matrix([[3,0],[0,-2]])), [3,2], "svd of a diagonal matrix")
function S = svd_matrix(A)
  [U,S,V] = svd(A)
endfunction
assert(abs(min(symeig([[2,1],[1,2]])) - 1) < 1e-6)
assert(rank(ones(4,5)) == 1 && rank(eye(3)) == 3 && rank(zeros(2,2)) == 0)
near(expm(zeros(2,2)), eye(2), "expm of 0")
near(expm([[0.0,1],[-1,0]]), [[cos(1),sin(1)],[-sin(1),cos(1)]], "expm of a rotation")
near(log(expm([[12.0]])), [[12.0]], "expm of a number")
assert(abs(det([[2.0,1],[1,3]]) - 5) < 1e-6)
x = solve([[1.0,0],[0,1],[1,1]], [1,2,3])
near(x, [1,2], "least squares")
e = eig([[0.0,-1],[1,0]])
assert(abs(real(e[0])) < 1e-6 && abs(abs(imag(e[0])) - 1) < 1e-6)
near(lsolve([[2.0,0],[0,4]], [2,4]), [1,1], "lsolve")
% complex matrices
Z = complex(eye(3), 0.5 * ones(3,3))
assert(max(abs(inv(Z) * Z - complex(eye(3), zeros(3,3)))) < 1e-5)
% large products agree with the sum of products
P = example(80, 90)
G = example(90, 70)
H = P * G
for k = 0..69
  assert(abs(H[k,k] - sum(P[k,:] .* transpose(G[:,k]))) < 1e-3)
endfor
% many more equations than unknowns
T = ones(100000, 2)
T[:,1] = transpose(0.0..99999.0) / 100000
near(solve(T, T * transpose([2.0,3])), transpose([2.0,3]), "a tall matrix")
print "ok"
