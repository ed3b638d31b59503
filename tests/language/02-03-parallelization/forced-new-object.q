% proves: 8.2, 17.1.1 {!parallel for} on a loop that gives an object fields is an error
% expect: check-error 6.*the loop changes a field of an object
x = zeros(10)
{!parallel for}
for i=0..9
    o = object(); o.v = i
    x[i] = o.v
endfor
print sum(x)
