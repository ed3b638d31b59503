% proves: LANGUAGE: what surely fails because of types is an error before the run
% expect: check-error can.t be stored into
x = zeros(2,2)
x[0,1] = "one"
