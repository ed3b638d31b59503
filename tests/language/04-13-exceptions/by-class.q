% proves: 4.13 a catch with a class takes objects of it and of derived classes; other errors go on
% expect: ok
type failure : mutable class
  message : string
  code : int
endtype
type other : class
  k : int
endtype
type wide : other
  z : int
endtype
function [] = thrower(k : int)
  if k > 2
    error(failure(message:="deep", code:=k))
  elseif k == 1
    error(wide(1, 2))
  endif
  thrower(k + 1)
endfunction
result = ""
try
  try
    thrower(2)
  catch x : other
    result = "wrong"
  endtry
catch e : failure
  result = sprintf("%s %d", e.message, e.code)
endtry
assert(result == "deep 3", "through calls and a catch that does not fit")
try
  thrower(1)
catch e : failure
  result = "failure"
catch e : wide
  result = "wide"
catch e : other
  result = "other"
endtry
assert(result == "wide", "the first that fits; one name for objects of several classes")
try
  thrower(1)
catch e : other
  result = sprintf("other %d", e.k + e.z)
endtry
assert(result == "other 3", "a base class takes derived objects")
try
  thrower(1)
catch e : ^other
  result = "pointer"
endtry
assert(result == "pointer")
try
  thrower(1)
catch e : [failure|other]
  result = "one of two"
endtry
assert(result == "one of two")
try
  error "no object"
catch e : failure
  result = "failure"
catch e : object
  result = "object"
catch e
  result = "text"
endtry
assert(result == "text", "an error without an object is of no class")
bag = object()
bag.a = 3
try
  error(bag)
catch e : other
  result = "wrong"
catch e : object
  result = sprintf("bag %d", e.a)
endtry
assert(result == "bag 3")
raise = k -> error(other(k))
call = (f, k) -> f(k)
try
  call(raise, 6)
catch e : other
  result = sprintf("lambda %d", e.k)
endtry
assert(result == "lambda 6")
shared = failure(message:="m", code:=1)
try
  error shared
catch e : failure
  e.code = 7
endtry
assert(shared.code == 7, "the object itself is caught")
print "ok"
