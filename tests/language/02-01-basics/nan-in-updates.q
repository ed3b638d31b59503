% proves: 2.1 ^^= and __= with NaN: it changes nothing and stays, everywhere
% expect: stdout
%> NaNNaN
%> NaN
%> 5
%> NaN
%> [ NaN, 1.5]
%> [ NaN, 1.5]
%> [ NaN, 1.5]
%> NaN
%> NaN
%> NaN
%> [ NaN, 0, NaN, NaN, 1]
print min([nan,nan]), max([nan,nan])
s = nan
s __= 5
print s
s = 5
s __= nan
print s
s = nan
s ^^= 5
print s
y = [nan,1.5]
y[0] __= 3
y[1] __= nan
print y
y[0] ^^= 3
print y
y = [nan,1.5]
y __= [3,nan]
print y
m = nan
for i=0..9
 m ^^= i
endfor
print m
m = nan
for i=0..9999
 m ^^= i
endfor
print m
y = ones(1000)*nan
{!parallel for}
for i=0..9999
 y[mod(i,10)] ^^= i
endfor
print y[3]
function [] = __kernel__ k(y : vec, n : scalar, pos : int)
 y[0] ^^= pos
 y[1] ^^= n
 s = n
 s ^^= 3
 y[2] = s
 v = [n, 1]
 v[0] ^^= 4
 v[1] ^^= n
 y[3] = v[0]
 y[4] = v[1]
endfunction
y = zeros(5)
y[0] = nan
parallel_do(1,y,nan,k)
print y
