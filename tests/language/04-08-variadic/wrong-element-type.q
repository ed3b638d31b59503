% manual: 4.8 every argument of ...args : vec[string] is a string
% expect: check-error names.*string
function [] = list(...names : vec[string])
    print numel(names)
endfunction
list("first", 2)
