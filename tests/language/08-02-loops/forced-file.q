% proves: 8.2 a forced parallel loop with a host function call is an error
% expect: check-error paral|load
x = zeros(10)
{!parallel for}
for i=0..9
    [a] = load("a.dat")
    x[i] = a
endfor
print "no"
