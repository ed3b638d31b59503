% proves: 4.2 a function that returns a closure over something computed once
% expect: ok
function f : [cube->cube] = filter(name)
    match name with
    | "double" ->
        factor = 2
        f = x -> x * factor
    | "shift" ->
        offset = [[[1.0]]]
        f = x -> x + offset[0,0,0]
    endmatch
endfunction
y = filter("double")(ones(2,2,2))
assert(sum(y) == 16)
y = filter("shift")(ones(2,2,2))
assert(sum(y) == 16 && y[0,0,0] == 2)
print "ok"
