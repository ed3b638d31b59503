% manual: 4.5.2 an optional argument may be omitted although the next one is given
% expect: ok
function y = power_sum(base = 10, exponent)
    y = base ^ exponent
endfunction
assert(power_sum(exponent:=2) == 100, "the first has its default value")
assert(power_sum(2, 3) == 8 && power_sum(2, exponent:=4) == 16, "both given")
message = ""
try
    f = power_sum
    f(2)
catch ex
    message = "caught"
endtry
assert(message == "caught", "the second has none")
print "ok"
