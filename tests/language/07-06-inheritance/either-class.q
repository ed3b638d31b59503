% proves: 7.6 a variable, a cell or a catch that holds objects of a base class at times and of a derived one at others has the members of both
% expect: ok
type failure : class
    message : string
endtype
type numbered : failure
    code : int
endtype
type growing : mutable class
    n : int
endtype
type limited : growing
    limit : int
endtype
function y = described(e : failure)
    y = e.message
endfunction
s = numbered(message:="second", code:=5)
assert(s.code == 5)
s = failure(message:="first")
assert(described(s) == "first")
t = true ? numbered(message:="third", code:=6) : failure(message:="fourth")
assert(t.code == 6 && described(t) == "third")
sum = 0
for g = 0..1
    o = g == 0 ? growing(n:=1) : limited(n:=2, limit:=30)
    o.n += 1
    sum += o.n + (g == 0 ? 0 : o.limit)
endfor
assert(sum == 35)
c = {growing(n:=1), limited(n:=2, limit:=3)}
assert(c[1].limit + c[0].n == 4)
told = ""
for k = 1..2
    try
        if k == 1
            error(failure(message:="first"))
        else
            error(numbered(message:="second", code:=5))
        endif
    catch e : numbered
        told = told + e.message + (e.code == 5 ? "!" : "?")
    catch e : failure
        told = told + e.message
    endtry
endfor
assert(told == "firstsecond!")
print "ok"
