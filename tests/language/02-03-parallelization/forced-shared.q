% proves: 8.2, 9.2 shared memory is for kernel functions, not for the body of {!parallel for}
% expect: check-error 6.*`shared` is for kernel functions
x = zeros(10)
{!parallel for}
for i=0..9
    s = shared(3)
    x[i] = i
endfor
