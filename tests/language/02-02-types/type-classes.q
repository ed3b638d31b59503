% proves: 3.7 a parameter of a type class takes each of its types, and nothing else
% expect: stdout
%! 13: parameter x of first has type
%> 1
%> 2
%> refused
function y = first(x : [mat|cmat])
    y = real(x[0,0])
endfunction
print first([[1.0,2.0],[3.0,4.0]])
print first([[2i+2,1],[1,1]])
try
    print first("text")
catch ex
    print "refused"
endtry
