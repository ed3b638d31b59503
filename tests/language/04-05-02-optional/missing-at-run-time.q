% proves: 4.5.2 the same where the function is not known before
% expect: error b
function y = f(a, b)
    y = a
endfunction
c = {f}
print c[0](1)
