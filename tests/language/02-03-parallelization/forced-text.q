% proves: 2.3, 17.1.1 {!parallel for} on a loop that joins strings is an error before the run
% expect: check-error parallel.*text
x = zeros(4)
{!parallel for}
for i = 0..3
    s = "a" + "b"
    x[i] = strlen(s)
endfor
