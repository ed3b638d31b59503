% proves: 3.5 a lambda with several return values through a cell array type
% expect: ok
get_string_and_value : [scalar -> vec[{string, scalar}]] =
    value -> {"String", value}
[str, val] = get_string_and_value(1.5)
assert(str == "String" && val == 1.5)
whole = get_string_and_value(2.5)
assert(whole[0] == "String" && whole[1] == 2.5)
print "ok"
