% proves: 3.3 sizes that would be equal if a row were repeated are told how to repeat it
% expect: check-error operator \+ needs equal sizes.*nothing is repeated by itself: repmat\(row, \[m,1\]\)
a = zeros(3,4) + [1,2,3,4]
