% proves: 2.1(10) a for loop does not run over a text
% expect: check-error 3:9: error: .*not over a string
for i = "abc"
    print i
endfor
