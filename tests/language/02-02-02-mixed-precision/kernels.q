% proves: 2.2.2 functions that mix scalar types of different precision, in kernels
% expect: ok
function [] = __kernel__ widen(x : vec[scalar'half], y : vec[scalar'double], pos : int)
    y[pos] = x[pos] * 2
endfunction
x = vec[scalar'half](100)
for i = 0..99
    x[i] = i / 8
endfor
y = vec[scalar'double](100)
parallel_do(100, x, y, widen)
for i = 0..99
    assert(y[i] == i / 4, "halves are exact here")
endfor
function [] = __kernel__ narrow(x : vec[scalar'double], y : vec[scalar'half], pos : int)
    y[pos] = x[pos] + 1
endfunction
parallel_do(100, y, x, narrow)
assert(x[99] == 25.75)
print "ok"
