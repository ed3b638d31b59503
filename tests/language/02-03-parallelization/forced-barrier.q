% proves: 8.2 syncthreads is for kernel functions, not for the body of {!parallel for}
% expect: check-error 6.*`syncthreads` is for kernel functions
x = zeros(10)
{!parallel for}
for i=0..9
    syncthreads
    x[i] = i
endfor
