% proves: 2.2, 5.3.3 a variable that is declared with other types elsewhere: each declaration checks and converts its own value
% expect: ok
%! 12: variable x has type vec, but the value is a string
function y = id(a)
    y = a
endfunction
function y = choose(z)
    if z > 1
        r : int = z
    else
        try
            x : vec = "text"
            r : vec = [0]
        catch e
            r : vec = [z, z]
        endtry
        x : string = "x"
    endif
    y = r
endfunction
assert(choose(2.7) == 2 && all(choose(0.5) == [0.5,0.5]))
caught = 0
for v = {"text", [1+1i, 2], {1}}
    try
        m : vec = id(v)
    catch e
        caught += 1
    endtry
endfor
m : string = id("text")
assert(caught == 3 && m == "text")
[p : int, q : scalar] = [1.5, 2]
assert(p == 1 && q == 2)
[p : scalar, q : int] = [1.5, 2.5]
assert(p == 1.5 && q == 2)

% in kernels
function [] = __kernel__ split(x : vec, whole : vec, rest : vec, pos : int)
    b : int = x[pos]
    whole[pos] = b
    b : scalar = x[pos] - b
    rest[pos] = b
endfunction
whole = zeros(3)
rest = zeros(3)
parallel_do(3, [0.5,1.5,2.25], whole, rest, split)
assert(all(whole == [0,1,2]) && all(rest == [0.5,0.5,0.25]))
print "ok"
