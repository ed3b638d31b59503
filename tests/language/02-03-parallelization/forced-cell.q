% proves: 2.3, 17.1.1 {!parallel for} on a loop that makes cells is an error before the run
% expect: check-error parallel.*cell
x = zeros(4)
{!parallel for}
for i = 0..3
    c = {i, x}
    x[i] = c[0]
endfor
