% manual: 4.8.4 the list of outputs does not support the variadic syntax
% expect: check-error output `rest` can't be variadic
function [first, ...rest] = split_off(values)
    first = values[0]
    rest = values[1..numel(values)-1]
endfunction
[a, b] = split_off([1,2])
