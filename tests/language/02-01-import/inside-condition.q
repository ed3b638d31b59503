% manual: 2.1 import stands only at the global scope, not inside control structures
% expect: check-error import.*(function|control)
if 2 > 1
    import "system.q"
endif
