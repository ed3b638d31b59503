% proves: 4.5.2 a named argument that the function does not have
% expect: check-error stregth.*strength|`stregth`
function y = f(x, strength = 2)
    y = x * strength
endfunction
print f(1, stregth := 3)
