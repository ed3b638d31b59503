% proves: 2.2.3 a sum of integers that 64 bits don't hold is a scalar, compiled or not
% expect: stdout
%> 6.0000000e+20
%> 1.8000000e+21
%> -900000
%> 13834693117500
x = vec[int64](300)
z = vec[int](3000)
{!interpreted for}
for i=0..299
  x[i] = 2000000000000000000
endfor
{!interpreted for}
for i=0..2999
  z[i] = 67909 - mod(i, 2)
endfor
print sprintf("%.7e", 0.0 + sum(x))
print sprintf("%.7e", 0.0 + sum(x * 2) + sum(x))
print sum(z * 0 - 300)
print sum(z .* z)
