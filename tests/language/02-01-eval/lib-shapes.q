type circle : class
  r : scalar
endtype
offset = 40
function y = area(c : circle)
  y = 3*c.r*c.r + offset
endfunction
function y = run_text(text)
  hidden = 6
  y = eval(text)
endfunction
reduction (x : scalar) -> area(x) = 3*x*x
