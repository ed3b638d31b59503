% Captured names, shadowing, lambdas.
scale = 3
offset = 10
function y = outer(x : scalar)
    offset = 2*x
    function z = inner(x : scalar)
        z = x + offset + scale
    endfunction
    add = (x, by) -> x + by + offset
    y = inner(x) + add(x, offset)
endfunction
sum = scale + offset
function s = total(values : vec)
    s = sum(values)
endfunction
print outer(sum), total([1,2,3]), sum
twice = x -> 2*x
print twice(scale), twice(x:=offset)
