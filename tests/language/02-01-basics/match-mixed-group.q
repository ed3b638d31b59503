% manual: 2.1(11) strings and numbers can be mixed, in one group of case values too
% expect: ok
function name = classify(value)
    match value with
    | ("one", 1) -> name = "unit"
    | (2.5, "half", -3) ->
        name = "special"
    | _ -> name = "other"
    endmatch
endfunction
assert(classify(1) == "unit" && classify("one") == "unit", "first group")
assert(classify(2.5) == "special" && classify("half") == "special" && classify(-3) == "special", "second group")
assert(classify(2) == "other" && classify("two") == "other", "neither")
print "ok"
