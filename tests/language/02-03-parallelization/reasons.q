% proves: 2.3 check says which loops do not run in parallel, and why
% expect: ok
%! 11: note: does not run in parallel: .*x
%! 14: note: does not run in parallel
function y = host(k)
  y = k
endfunction
x = ones(50)
y = zeros(50)
k = int(2)
for i = 1..49
  x[i] = 0.5 * x[mod(i*k, 50)] + 1
endfor
for i = 0..9
  print i
endfor
for i = 0..49
  y[i] = 2 * i
endfor
assert(y[3] == 6)
print "ok"
