% proves: 6.1 where a generic function with the name of a built-in one can't be called, the built-in one is
% expect: ok
function y = mean[N : int](x : mat(N, N))
    y = 100
endfunction
function y = open(x)
    y = mean(x)
endfunction
handle = mean
assert(mean(ones(2, 2)) == 100 && open(ones(2, 2)) == 100 && handle(ones(2, 2)) == 100)
assert(mean(ones(2, 3)) == 1 && open(ones(2, 3)) == 1 && handle(ones(2, 3)) == 1)
print "ok"
