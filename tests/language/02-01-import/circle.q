% proves: 2.1 files that import each other are loaded once
% expect: stdout
%> once
%> 7
import "lib-circle.q"
function y = in_program(x)
  y = 2 * x
endfunction
function [] = main()
  print "once"
  print in_library(3)
endfunction
