import "lib-more.q"
function y = area(r : scalar)
  y = 3 * r * r
endfunction
function y = shared_level()
  y = level
endfunction
function y = twice(x)
  y = 2 * x
endfunction
runs = {1}
function [] = main(a, b, c)
  error "the main function of an imported file is not run"
endfunction
