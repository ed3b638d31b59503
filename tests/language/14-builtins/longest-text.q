% proves: 14 a text that grows without end is an error, no crash
% expect: ok
s = "0123456789abcdef"
n = 0
try
    while true
        s = s + s
        n += 1
    endwhile
catch ex
    m = ex
endtry
assert(n == 24 && strcat(m, "") != "")
try
    t = strcat(s, "!")
catch ex
    n += 1
endtry
try
    t = sprintf("%s%s", s, s)
catch ex
    n += 1
endtry
assert(n == 26)
print "ok"
