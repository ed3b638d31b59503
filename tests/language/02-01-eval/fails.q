% proves: 2.1 (17) an error while the text runs names the place in the text
% expect: error eval:2:\d+: error: .*too large: 2
function y = f(x)
  z = "too large: 2"
  y = eval(sprintf("x + 0\nerror(z)"))
endfunction
print f(2)
