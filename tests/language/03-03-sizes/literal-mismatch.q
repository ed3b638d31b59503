% proves: 3.3 an argument whose size is known is checked by the compiler
% expect: check-error vec\(?3\)?|size
function y = f(x : vec3)
    y = x[0]
endfunction
print f([1,2,3,4])
