% proves: 3.3 a declared output of fixed size
% expect: error vec\(?3\)?|size
function y : vec3 = f(n)
    y = zeros(n)
endfunction
print f(4)
