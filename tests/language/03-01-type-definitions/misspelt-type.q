% manual: 3.1 a misspelt type name is told together with the one that it looks like
% expect: check-warning
%! 4: unknown type `sclar`.*did you mean `scalar`
x : sclar = 3
print x
