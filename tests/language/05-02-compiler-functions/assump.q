% proves: 5.2 $assump lists types from inference and assertions
% expect: stdout
%> type(n,"int") && n > 3 && n != 7
%> type(name,"string")
%> true
n = numel(eval("[1,2,3,4,5]"))
assert(n > 3 && n != 7)
print $str($assump(n))
name = sprintf("%d", n)
print $str($assump(name))
symbolic nothing
print $str($assump(nothing))
