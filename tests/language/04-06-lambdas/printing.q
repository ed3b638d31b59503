% proves: 4.6 a function prints as its type or name
% expect: ok
function y = twice(x : scalar)
    y = 2*x
endfunction
print twice
print x -> x + 1
print {twice, sin}
print "ok"
