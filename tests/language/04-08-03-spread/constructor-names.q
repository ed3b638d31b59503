% proves: 4.8.3 sizes have no names; members are all named or none
% expect: stdout
%> an array, a cell or a number is made from sizes or a value; its arguments have no names
%> some members of point are given with `...` and others by name; name all of them
type point : class
  x : int
  y : int
endtype
function [] = show(f)
  try
    f()
  catch e
    print e
  endtry
endfunction
show(() -> mat(rows := 3))
show(() -> point(...[3], y := 4))
