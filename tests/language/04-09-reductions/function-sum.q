% proves: 4.10 operators on functions; operands are captured by the lambda of the replacement
% expect: stdout
%> 10
%> made
%> made
%> 15
%> 17
reduction (f1 : [?? -> ??], f2 : [?? -> ??], x) -> f1 + f2 = x -> f1(x) + f2(x)
f1 = x -> x * 2
f2 = x -> x / 2
f3 = f1 + f2
print f3(4)
function f : [?? -> ??] = make(n)
    print "made"
    f = x -> x + n
endfunction
f4 = make(1) + make(2)
print f4(6)
print f4(7)
