% proves: 4.13 try and catch: nesting, leaving loops and functions, raising again
% expect: stdout
%! 28: index 5 in dimension 0 is outside x
%! 86: contradictory with
%> sigh: Fail again
%> a 3 b
%> caught
%> outer: inner negative: -1
%> it0
%> it2
%> 5
%> first one
%> second one
%> assertion failed: message
%> qexception
try
    error "Fail again"
catch ex
    print "sigh: ", ex
endtry
try
  error("a ", 3, " b")
catch ex : qexception
  print ex
endtry
try
  x = [1,2,3]
  y = x[5]
catch
  print "caught"
endtry
function y = f(x)
  if x < 0
    error "negative: ", x
  endif
  y = sqrt(x)
endfunction
function y = g(x)
  try
    y = f(x)
  catch e
    y = 0
    error "inner ", e
  endtry
endfunction
try
  print g(-1)
catch e
  print "outer: ", e
endtry
for i=0..3
  try
    if i == 1
      continue
    elseif i == 3
      break
    endif
    error "it", i
  catch e
    print e
    continue
  endtry
  print "not reached"
endfor
function y = h()
  try
    y = 5
    return
  catch e
    y = 6
  endtry
  y = 7
endfunction
print h()
try
  try
    error "one"
  catch e
    print "first ", e
    error e
  endtry
catch e2
  print "second ", e2
endtry
try
  assert(1 == 2, "message")
catch e
  print e
endtry
try
  error "typed"
catch e : qexception
  print "qexception"
endtry
