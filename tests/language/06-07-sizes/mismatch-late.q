% proves: 6.7 ... else when it runs
% expect: error size mismatch: `N` is 4 in `A`, but 5 in `x`
function y = product[M,N](A : mat(M,N), x : vec(N))
    y = A * x
endfunction
n = eval("5")
y = product(ones(3,4), ones(n))
