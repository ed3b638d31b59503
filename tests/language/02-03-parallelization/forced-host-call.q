% proves: 2.3, 8.2 {!parallel for} on a loop that calls a host function is an error before the run
% expect: check-error parallel.*`h`.*__device__
x = zeros(4)
function y = h(x)
    y = x
endfunction
{!parallel for}
for i = 0..3
    x[i] = h(i)
endfor
