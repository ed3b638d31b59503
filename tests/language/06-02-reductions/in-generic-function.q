% proves: 6.2 reductions inside of generic functions, by the types of each instance
% expect: stdout
%> number
%> 6
%> array
%> [ 4, 6]
%> number
%> 6
function y = twice_number(x)
    print "number"
    y = 2*x
endfunction
function y = twice_array(x)
    print "array"
    y = x + x
endfunction
reduction (x : scalar) -> twice(x) = twice_number(x)
reduction (x : mat) -> twice(x) = twice_array(x)
function y = apply[T](x : T)
    y = twice(x)
endfunction
print apply(3)
print apply([2.0,3])
c = {3}
print apply(c[0])
