% proves: 4.1 a type parameter that is not used needs no value
% expect: ok
%! 6: the type parameter `S` of `next` is not used
%! 9: the type parameter `N` of `twice` is not used
%! 13: the type parameter `S` of `square` is not used
function y = next[T, S](x : T)
    y = x + 1
endfunction
function y = twice[T, N : int](x : vec[T])
    double = v -> v * 2
    y = double(x)
endfunction
function y = __device__ square[T, S](x : T)
    y = x * x
endfunction
assert(next(3) == 4 && next[int](3) == 4 && next[int, string](3) == 4)
assert(sum(abs(twice([1, 2, 3]) - [2, 4, 6])) == 0)
v = zeros(100)
{!parallel for}
for i = 0..99
    v[i] = square(i)
endfor
assert(v[9] == 81)
print "ok"
