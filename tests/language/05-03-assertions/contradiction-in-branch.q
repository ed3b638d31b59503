% proves: 5 what the condition of a branch says contradicts an assertion in it
% expect: check-error contradictory
n = numel(eval("[1,2]"))
if n > 3
  assert(n == 2)
endif
