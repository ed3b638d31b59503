% proves: 15 a |> f is f(a) where no reduction says otherwise; what f takes besides stays open
% expect: stdout
%> 6
%> 0
%> 3
%> 7
%> 4
%> 2
add_one = x -> x + 1
print 5 |> add_one
print 0 |> sin
function y = minus(a, b)
  y = a - b
endfunction
rest = 5 |> minus
print rest(2)
print [1,2,3] |> sum |> add_one
function y = apply(x, f)
  y = x |> f
endfunction
print apply(3, add_one)
largest = max(_, 2)
print 1 |> largest
