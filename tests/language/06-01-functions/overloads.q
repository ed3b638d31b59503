% proves: 6.1 generic functions among overloads, inside functions, and with values as parameters
% expect: ok
function y = pick(x : mat)
    y = "mat"
endfunction
function y = pick[T](x : mat[T])
    y = "mat of T"
endfunction
function y = pick[T](x : T)
    y = "T"
endfunction
assert(pick(ones(2,2)) == "mat" && pick(mat[uint8](2,2)) == "mat of T" && pick("a") == "T")
function y = around(k)
    function z = times[T](x : vec[T])
        z = vec[T](numel(x))
        for i = 0..numel(x)-1
            z[i] = x[i] * k
        endfor
    endfunction
    function z = double[T](x : T, n : int)
        z = n <= 0 ? x : double(x + x, n - 1)
    endfunction
    whole = times[int]
    y = {times([1.5,2]), whole([1,2]), double(1, 3), double(0.5, 2)}
endfunction
r = around(3)
assert(r[0] == [4.5,6] && r[1] == [3,6] && r[2] == 8 && r[3] == 2)
function y = apply[T](f : [T -> T], x : T)
    y = f(x)
endfunction
assert(apply(x -> x + 1, 3) == 4)
function y = power[N](x)
    y = 1
    for i = 1..N
        y = y * x
    endfor
endfunction
function y = factorial[N]()
    y = N <= 1 ? 1 : N * factorial[N-1]()
endfunction
n = 4
assert(power[3](2) == 8 && power[n](2) == 16 && factorial[5]() == 120)
function y = length_of[N](x : vec(N))
    y = N
endfunction
total = 0
for i = 1..100
    total += length_of(ones(i))
endfor
assert(total == 5050)
function y = zeros_like[T](x : [vec[T]|mat[T]])
    y = zeros[T](2)
endfunction
assert(type(zeros_like([1,2])) == "ivec(2)" && type(zeros_like(ones(2,2))) == "vec(2)")
print "ok"
