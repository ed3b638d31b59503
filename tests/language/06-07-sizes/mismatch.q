% proves: 6.7 sizes that do not match are an error before the program runs, when they are known
% expect: check-error size mismatch: `N` is 4 in `A`, but 5 in `x`
function y = product[M,N](A : mat(M,N), x : vec(N))
    y = A * x
endfunction
y = product(ones(3,4), ones(5))
