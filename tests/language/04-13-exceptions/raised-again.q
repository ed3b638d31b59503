% proves: 4.13 error(e) raises an exception again: with its object, text and first place
% expect: ok
type failure : mutable class
  message : string
endtype
o = failure(message:="m")
n = 0
try
  try
    error(o)
  catch e
    first = e.line
    error e
  endtry
catch e : failure
  assert(e == o, "the object")
  n += 1
endtry
try
  try
    error(o)
  catch e
    first = e.line
    error e
  endtry
catch e
  assert(e.object == o && e.line == first && e.message == "m" && e == "m", "the exception")
  n += 1
endtry
try
  try
    error(o)
  catch e
    error "more: ", e
  endtry
catch e
  assert(e.object == nullptr && e.line > first && e == "more: m", "a new one")
  n += 1
endtry
try
  try
    error "a"
  catch e
    error(o)
  endtry
catch e : failure
  n += 1
endtry
assert(n == 4)
% an exception may be part of what it was raised for
try
  error(failure(message:="circle"))
catch e
  node = object()
  node.exception = e
  node.itself = node
endtry
node = 0
print "ok"
