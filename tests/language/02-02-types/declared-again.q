% proves: 2.2 each declaration of a variable converts its own value, where they differ too (STDLIB 1.1)
% expect: ok
%! 55: variable q has type vec\(3\)
x : scalar = 0.5
assert(x == 0.5)
int x = 7.9
assert(x == 7)
x : string = "text"
assert(x == "text")
[x : int, z : int] = [2.7, 3.7]
assert(x == 2 && z == 3)
function y = half(n : scalar)
    n : int = n / 2
    y = n
endfunction
function y = half(n : string)
    n : scalar = 4
    y = n
endfunction
assert(half(5) == 2 && half("five") == 4)
function y : scalar = output(n)
    y : int = n * 1.5
    y = y + 0.25
endfunction
assert(output(3) == 4.25)
function [] = __kernel__ k(y : vec, s : scalar, pos : int)
    s : int = s * pos
    y[pos] = s
endfunction
y = zeros(4)
parallel_do(4, y, 0.6, k)
assert(sum(abs(y - [0,0,1,1])) == 0)
function y = in_loops(v)
    y = zeros(5)
    for i=0..3
        t : scalar = v * i
        t : int = t
        y[i] = t
    endfor
    s : scalar = 1.5
    for i=0..3
        s : int = s * 1.5
        y[4] += s
    endfor
endfunction
assert(sum(abs(in_loops(0.6) - [0,0,1,1,15])) == 0)
function y = around(x : vec)
    x : vec'circular = x
    y = x[-1]
endfunction
assert(around([1.0,2.0,3.0]) == 3)
n = 0
try
    q : vec = [1.0,2.0]
    q : vec3 = [1.0,2.0]
catch ex
    n = 1
endtry
assert(n == 1)
print "ok"
