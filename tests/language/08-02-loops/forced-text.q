% proves: 8.2(1), 17.1.1 strings can not be parallelized
% expect: check-error paral|string
x = zeros(10)
{!parallel for}
for i=0..9
    s = "a"
    if s == "a"
        x[i] = 1
    endif
endfor
print "no"
