% proves: 17.1.6 a fusion that is no barrier and has an unknown strategy gets a warning
% expect: check-warning
%! 5: {!kernel_fusion} is ignored: there is no strategy "clever"; there are smart, noreordering, minsyncgrid, minworkingmemory, manual
function y = f(x : mat)
    {!kernel_fusion strategy="clever"}
    y = x + 1
endfunction
print f(ones(4,4))
