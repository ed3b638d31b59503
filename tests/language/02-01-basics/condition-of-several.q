% proves: 2.1(10) an array of known size is no condition; found before the run
% expect: check-error 3:7: error: .*all\(\) or any\(\)
while [1,2]
endwhile
