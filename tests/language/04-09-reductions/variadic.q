% proves: 4.9.5 variadic reductions call variadic functions and capture sums
% expect: stdout
%> log 3
%> log 0
%> 3 terms
%> 28
function [] = handler(a, ...rest)
    print a, " ", numel(rest)
endfunction
reduction (a : string, ...rest : vec[??]) -> report(a, rest) = handler(a, ...rest)
report("log", 1, "b", [1,2])
report("log")
function y = squares(f, lambda, at)
    print numel(lambda), " terms"
    y = 0.0
    for k=0..numel(lambda)-1
        y += lambda[k]*f[k](at)^2
    endfor
endfunction
reduction (x, ...lambda, ...f) -> sum([lambda*f(x).^2]) = squares(f, lambda, x)
g = x -> 2*(x.^2) + 0.5*((2*x).^2) + 3*((-x).^2)
print g(2)
