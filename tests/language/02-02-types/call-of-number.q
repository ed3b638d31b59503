% proves: LANGUAGE: what surely fails because of types is an error before the run
% expect: check-error `n` is a variable and can.t be called
n = 5
n(3)
