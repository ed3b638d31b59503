% proves: 4.13 exceptions pass through calls; handlers may raise again
% expect: ok
function [] = thrower(n)
    if n == 0
        error "deep"
    endif
    thrower(n-1)
endfunction
n = 0
try
    thrower(5)
    n = 100
catch ex
    n += 1
endtry
assert(n == 1, "caught once")
try
    try
        error "first"
    catch ex
        n = 2
        error "second"
    endtry
catch ex
    n += 10
endtry
assert(n == 12, "raised again")
print "ok"
