% proves: 5 an assertion against a value that was computed is an error before the program runs
% expect: check-error contradictory
width = 4
height = 2 * width
assert(height == 9)
