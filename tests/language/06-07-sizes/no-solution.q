% proves: 6.7 linear arithmetic in sizes
% expect: check-error there is no `N` with which `2\*N` of `x` is 5
function n = half[N](x : vec(2*N))
    n = N
endfunction
n = half(zeros(5))
