% proves: STDLIB 1.3 arrays of different sizes do not broadcast; the message states both sizes
% expect: error 5:.*(3.*4|4.*3)
% status: 2
x = zeros(3)
y = x + zeros(4)
