% proves: 4.13, 14 error joins its arguments like print; a first text with a place for each of the others is a format
% expect: stdout
%> a 3 b
%> value 3 of 4.50
%> 100% of 3
%> 50 % done 3
%> [ 1, 2] no format
function [] = show(f)
  try
    f()
  catch e
    print e
  endtry
endfunction
show(() -> error("a ", 3, " b"))
show(() -> error("value %d of %.2f", 3, 4.5))
show(() -> error("100% of ", 3))
show(() -> error("50 % done ", 3))
show(() -> error([1, 2], " no format"))
