% proves: 3.12 constants as size and dimension parameters of types
% expect: ok
N : 'const = 3
D : 'const = 4
function y = f(x : cube{D})
    y = ndims(x)
endfunction
assert(f(zeros(2,2,2,2)) == 4)
function y = g(x : vec(N))
    y = sum(x)
endfunction
assert(g([1,2,3]) == 6)
caught = 0
m = int(4)
try
    print g(zeros(m))
catch ex
    caught = 1
endtry
assert(caught == 1)
function [] = __kernel__ k(y : mat(:,N), pos : int)
    for i = 0..N-1
        y[pos,i] = i
    endfor
endfunction
y = zeros(5,3)
parallel_do(5, y, k)
assert(sum(y) == 15)
print "ok"
