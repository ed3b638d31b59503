% proves: 4.3 print in kernels for numbers, strings and short vectors
% expect: stdout
%> pos 0 0.5 [ 1, 2]
%> 1+2i
function [] = __kernel__ k(pos : int)
    v = [1, 2]
    print "pos ", pos, " ", pos + 0.5, " ", v
    print 1+2i
endfunction
parallel_do(1, k)
