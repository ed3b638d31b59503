% proves: 8.2, 17.1.1 cells can't be made in the body of {!parallel for}
% expect: check-error 6.*`cell` can be called from host code only
x = zeros(10)
{!parallel for}
for i=0..9
    c = cell(2)
    x[i] = i
endfor
