% proves: 2.1 the text of eval sees the reductions and symbolic variables of the functions around it, with their variables
% expect: ok
times_five = "times(5)"
shown = "h+1"
reduction x -> outermost(x) = x + 1000
function y = evaluated(text, k)
    reduction (x : scalar) -> times(x) = k * x
    symbolic h
    y = eval(text)
    reduction (x : scalar) -> later(x) = x
endfunction
function [y, z] = nested(text)
    reduction x -> one(x) = x + 1
    f = (t : string) -> eval(t)
    function r = inner(t)
        reduction x -> two(x) = one(one(x))
        r = eval(t)
    endfunction
    y = f("one(3)")
    z = inner(text)
endfunction
function refused = fails(text)
    refused = false
    try
        evaluated(text, 1)
    catch e
        refused = true
    endtry
endfunction
assert(evaluated("times(4)", 3) == 12)
assert(evaluated("times(outermost(1))", 2) == 2002)
assert(evaluated("eval(times_five) + 1", 2) == 11)
assert(evaluated("$str(h + 1) == shown", 2))
assert(evaluated("a = times(2); f = x -> times(x) + a; f(10)", 3) == 36)
[y, z] = nested("two(one(5))")
assert(y == 4 && z == 8)
assert(fails("later(1)"))
assert(fails("two(1)"))
sum = 0
for i = 1..2000
    sum += evaluated("times(1)", i)
endfor
assert(sum == 2001000)
print "ok"
