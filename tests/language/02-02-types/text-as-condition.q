% proves: LANGUAGE: what surely fails because of types is an error before the run
% expect: check-error condition needs a number
if "yes"
    print 1
endif
