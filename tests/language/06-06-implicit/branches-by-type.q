% proves: 6.6 an instance is not told off for what its branches do with values of other types
% expect: ok
import "system.q"
function y = zero_first[T](x : T)
    if type(x, "vec")
        x[0] = 0
        [a, _] = x
    endif
    y = x
endfunction
assert(zero_first(5) == 5 && zero_first([5.0,6.0])[0] == 0)
function y = halved[T](x : T)
    if isreal(x)
        y = x / 2
    else
        y = x.size
    endif
endfunction
assert(halved(4) == 2)
function y = quotient[T](x : T, z : T)
    y = numel(x) == 1 ? x / z : x ./ z
endfunction
assert(quotient(4.0, 2.0) == 2 && quotient([4.0,3.0], [2.0,1.0])[1] == 3)
function y = by_case[T](x : T, n)
    match n with
    | 4 -> y = x - 1
    | _ -> y = x
    endmatch
endfunction
assert(by_case("a", 3) == "a" && by_case(5, 4) == 4)
print "ok"
