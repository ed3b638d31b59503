% proves: 2.3, 8.2 {!parallel for} on a loop that reads a file is an error before the run
% expect: check-error parallel.*`load`
x = zeros(4)
{!parallel for}
for i = 0..3
    [a] = load("values.dat")
    x[i] = a
endfor
