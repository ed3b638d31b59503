% proves: 13.1 main takes the arguments of the command line, numbers as numbers
% expect: stdout
%> top
%> 5 text 0.5
% args: 2.5 text
print "top"
function [] = main(a, b, c = 0.5)
    print 2*a, " ", b, " ", c
endfunction
