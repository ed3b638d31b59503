% proves: LANGUAGE "Programs", ARCHITECTURE "Contracts": an error names file, line, and the calls that led there
% expect: error (?s)PROGRAM:4.*something is wrong with 3.*PROGRAM:7
function y = inner(x)
    error "something is wrong with ", x
    y = x
endfunction
y = inner(3)
