level = 20
function y = area(a : scalar, b : scalar)
  y = a * b
endfunction
function y = area(s : string)
  y = numel(s)
endfunction
function y = twice(x)
  y = -1
endfunction
function y = only_here(x)
  y = twice(x)
endfunction
