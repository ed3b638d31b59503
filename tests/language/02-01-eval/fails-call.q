% proves: 2.1 (17) the call stack of an error in the text names the call of eval
% expect: error in eval \(eval:2\)\s+in f \(.*PROGRAM:5\)
function y = f(x)
  z = "too large"
  y = eval(sprintf("x + 0\nerror(z)"))
endfunction
print f(2)
