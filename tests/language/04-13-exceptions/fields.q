% proves: 4.13 an exception is the text of the error, with the fields message, object, file and line
% expect: stdout
%! 32: index 2 in dimension 0 is outside x
%> plain 3|plain 3|0|13
%> broken|broken|1|24
%> 32
%> a member of that name is missing: an exception has the fields message, object, file and line, but no .mesage; did you mean .message
%> text of an object: point(x:=1, y:=2)
type failure : mutable class
  message : string
endtype
try
  error "plain ", 3
catch e
  print e, "|", e.message, "|", e.object != nullptr, "|", e.line
endtry
function [] = f()
  g()
endfunction
function [] = g()
  o = failure(message:="broken")
  % the place of the error, not of the call

  error(o)
endfunction
try
  f()
catch e
  print e, "|", e.message, "|", e.object != nullptr, "|", e.line
endtry
try
  x = [1,2]; y = x[2]
catch e : qexception
  print e.line
endtry
try
  try
    error "inner"
  catch e
    print e.mesage
  endtry
catch e
  print "a member of that name is missing: ", e
endtry
type point : class
  x : int
  y : int
endtype
try
  error point(1, 2)
catch e
  assert(e.object.y == 2)
  print "text of an object: ", e
endtry
