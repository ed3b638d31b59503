% manual: 2.1 import stands only at the global scope, not inside functions
% expect: check-error import.*(function|control)
function y = load_late(x)
    import "system.q"
    y = x
endfunction
print load_late(1)
