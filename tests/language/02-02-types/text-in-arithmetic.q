% proves: LANGUAGE: what surely fails because of types is an error before the run
% expect: check-error operator \* is not defined for a string
x = "abc" * 2
