% proves: 4.8 variadic functions and the spread operator
% expect: ok
function y = total(... args)
    y = 0.0
    for i=0..numel(args)-1
        y = y + args[i]
    endfor
endfunction
assert(total() == 0 && total(1,2,3) == 6, "variadic")
assert(total(...[4,5,6]) == 15 && total(1, ...{2,3}, 4) == 10, "spread")
x = zeros(3,4,5)
p = [1,2]
x[...p,3] = 8
assert(x[1,2,3] == 8, "in an index")
print "ok"
