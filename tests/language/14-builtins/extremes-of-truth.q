% proves: 14 the largest and the smallest of truth values is one, in compiled code as well
% expect: stdout
%> bool bool bool bool int
%> 1 0 1 0 555
%> bool bool int 1 0 1
%> int int 8 0
function m = largest(y)
    m = max(y)
endfunction
function m = smallest(y)
    m = min(y)
endfunction
function m = largest_under(y, x)
    m = max(y[x > 6])
endfunction
function m = smallest_under(y, x)
    m = min(y[x > 6])
endfunction
function m = sum_under(y, x)
    m = sum(y[x > 6])
endfunction
function m = largest_of(x)
    m = max(x > 3)
endfunction
function m = smallest_of(x)
    m = min(!(x > 3))
endfunction
function m = largest_number(x)
    m = max((x > 3) .* 1)
endfunction
function [] = main()
    n = 5001
    k = mod(0..n-1, 9)
    x = k + 1.0
    y = k > 7
    printf("%s %s %s %s %s", type(largest(y)), type(smallest(y)), type(largest_under(y, x)), type(smallest_under(y, x)),
        type(sum_under(y, x)))
    printf("%d %d %d %d %d", largest(y), smallest(y), largest_under(y, x), smallest_under(y, x), sum_under(y, x))
    printf("%s %s %s %d %d %d", type(largest_of(x)), type(smallest_of(x)), type(largest_number(x)), largest_of(x),
        smallest_of(x), largest_number(x))
    printf("%s %s %d %d", type(largest(k)), type(smallest(k)), largest(k), smallest(k))
endfunction
