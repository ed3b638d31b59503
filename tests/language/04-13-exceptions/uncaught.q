% proves: 4.13, 13.5 an error that nobody catches ends the program with its text and place
% expect: error went wrong 3
function [] = g(x)
  error "went wrong ", x
endfunction
g(3)
