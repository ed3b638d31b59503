% proves: 2.1(14) a function without outputs gives no value to compute with
% expect: check-error 6:9: error: this call gives no value
function [] = f()
    print 1
endfunction
z = 1 + f()
