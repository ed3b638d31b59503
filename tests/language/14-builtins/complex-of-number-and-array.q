% proves: 2.2 (table 2.4), 14 complex(re, im) of a number and an array is an array, known before the run
% expect: ok
function y = length(x : cvec)
    y = numel(x)
endfunction
assert(length(complex(0,[1.,2.])) == 2 && length(complex([1.,2.,3.],1)) == 3 && length(complex([1,2])) == 2)
x = complex(1,[1.,2.])
assert(x[1] == 1+2i && complex(1,2) == 1+2i)
m = complex(ones(2,2), 3)
assert(all(m == ones(2,2)*(1+3i)))
print "ok"
