% proves: ARCHITECTURE "Asynchrony": a kernel's error is raised at the end of the try body at the latest
% expect: ok
function [] = __kernel__ k(x : vec'checked, pos : int)
    x[pos+1] = 1
endfunction
x = zeros(100)
caught = 0
try
    parallel_do(100, x, k)
catch ex
    caught = 1
endtry
assert(caught == 1, "caught")
y = zeros(10)
y[3] = 1
assert(sum(y) == 1, "the program goes on")
print "ok"
