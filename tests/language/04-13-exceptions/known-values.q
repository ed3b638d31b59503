% proves: 4.13, 5.3 what is known behind a try takes every catch into account
% expect: ok
type sheet : class
  n : int
endtype
x = 1
try
  error "a"
catch e : sheet
  x = 2
catch e
  x = 3
endtry
assert(x == 3)
y = 1
try
  error sheet(4)
catch e : string
  y = 2
catch e : sheet
  y = "unused"
endtry
assert(y == 2)
print "ok"
