% proves: 4.13 one or more catch blocks; the first that fits is taken
% expect: ok
%! 23: index 10 in dimension 0 is outside x
n = 0
try
  error "first"
catch ex : qexception
  n += 1
catch other
  n += 10
endtry
assert(n == 1, "the first one")
try
  error "text ", 5
catch ex : string
  assert(ex == "text 5", "the text")
  n += 100
endtry
assert(n == 101, "as a string")
function r = f()
  try
    x = [1,2,3]
    r = x[10]
  catch
    r = -1
  endtry
endfunction
assert(f() == -1, "a run-time error; no variable")
print "ok"
