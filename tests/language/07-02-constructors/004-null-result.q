% proves: 7.5 a constructor may give nullptr
% expect: ok
type buffer : mutable class
  tab : vec
endtype
function y : ^buffer = buffer(n : int)
  if n > 1024
    y = nullptr
  else
    y = buffer(tab:=zeros(n))
  endif
endfunction
a = buffer(10)
b = buffer(5000)
assert(a != nullptr && numel(a.tab) == 10)
assert(b == nullptr)
print "ok"
