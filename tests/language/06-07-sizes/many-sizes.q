% proves: 6.7 a function that meets many sizes computes the same with each, and sizes are still checked
% expect: ok
function y = total[N](x : vec(N))
  n = N
  y = n + 2*(numel(x) == n)
endfunction
function [y, z] = product[M, N](A : mat(M, N), B : mat(N, M))
  z = mat(M, M)
  add = (i, j, k) -> A[i,k] * B[k,j] + 0 * N
  for i = 0..M-1
    for j = 0..M-1
      for k = 0..N-1
        z[i,j] += add(i, j, k)
      endfor
    endfor
  endfor
  y = 100*M + N
endfunction
function [] = __kernel__ mean_of[C](x : cube(:,:,C), y : mat, pos : ivec2)
  s = 0.0
  for c = 0..C-1
    s += x[pos[0], pos[1], c]
  endfor
  y[pos] = s / C
endfunction
for n = 1..25
  assert(total(ones(n)) == n + 2)
  [code, z] = product(ones(2, n), 2*ones(n, 2))
  assert(code == 200 + n && z[1,1] == 2*n)
  y = zeros(3, 2)
  parallel_do([3, 2], 7*ones(3, 2, n), y, mean_of)
  assert(max(abs(y - 7)) < 1e-5)
endfor
for n = 23..25
  caught = false
  try
    product(ones(2, n), ones(n + 1, 2))
  catch ex
    caught = true
  endtry
  assert(caught)
endfor
% what needs the number as a constant still gets an instance of its own
function y = rank_of[N](x : cube{N})
  y = N
endfunction
function y = text_of[N](x : vec(N))
  y = $str(N)
endfunction
for n = 1..20
  text = text_of(ones(n))
  assert(rank_of(ones(n, 2)) == 2)
endfor
print "ok"
