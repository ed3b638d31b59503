% proves: 8.2, 17.1.1 functions that no kernel has are an error in the body of {!parallel for}
% expect: check-error 6.*`eval` can be called from host code only
x = zeros(10)
{!parallel for}
for i=0..9
    x[i] = eval("1")
endfor
