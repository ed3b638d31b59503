% proves: 2.1 an undefined name is an error with its place and a guess
% expect: check-error 4:7: error: .*`colour`.*not defined.*colours
colours = 3
print colour
