% proves: 6.1 where a generic function with the name of a built-in one can't be called, the built-in one is
% expect: ok
function y = trace[N : int](x : mat(N, N))
    y = 100
endfunction
function y = open(x)
    y = trace(x)
endfunction
handle = trace
assert(trace(ones(2, 2)) == 100 && open(ones(2, 2)) == 100 && handle(ones(2, 2)) == 100)
assert(trace(ones(2, 3)) == 2 && open(ones(2, 3)) == 2 && handle(ones(2, 3)) == 2)
print "ok"
