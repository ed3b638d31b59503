% proves: 2.1 (17) an error in the text names the place in the text and the call
% expect: error PROGRAM:6:\d+: error: eval: `nowhere` is not defined.*\(line 2, column 5 of the text\)
function y = f(x)
  z = 1
  text = sprintf("z\nx + nowhere")
  y = eval(text)
endfunction
print f(2)
