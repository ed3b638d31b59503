import "circle.q"
function y = in_library(x)
  y = in_program(x) + 1
endfunction
