% proves: 2.1 ranges to the length of an array get a warning, and so do outputs that never get a value
% expect: check-warning
%! 8: the output `z` of `h` never gets a value
%! 16: this index goes to numel\(x\), but indices end at numel\(x\)-1, .* write 0..numel\(x\)-1
%! 19: this index goes to size\(g,0\), but indices end at size\(g,0\)-1
%! 24: this index goes to numel\(x\), but indices end at numel\(x\)-1, .* write 2..numel\(x\)-1

function z = h(x)
  y = x
endfunction
function z = not_yet(x)
  error("not written yet")
endfunction
function y = f(x, g, w : vec'circular)
  for i = 0..numel(x)
    y = x[i]
  endfor
  for i = 0..size(g,0)
    y += g[i,0]
  endfor
  for i = 0..numel(x)
    y += i < numel(x) ? x[i] : w[i]
  endfor
  y += sum(x[2..numel(x)])
endfunction
