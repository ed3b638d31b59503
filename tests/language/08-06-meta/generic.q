% proves: 8.6 meta functions inside generic functions see what each instance knows
% expect: ok
function s = kind[T](x : T)
  if $check(type(x, "string")) == "Valid"
    s = "text"
  else
    s = "other"
  endif
endfunction
assert(kind[string]("a") == "text")
assert(kind[scalar](1.5) == "other")
print "ok"
