% proves: 6.1 a call whose arguments don't agree on T is a warning in try, and an error that is caught when it is reached
% expect: ok
%! 9: type mismatch: `T` is `int` in `list`, but `string` in `item`
function y = append[T](list : vec[T], item : T)
    y = numel(list) + 1
endfunction
caught = false
try
    append([1,2], "three")
catch e
    caught = true
endtry
assert(caught)
print "ok"
