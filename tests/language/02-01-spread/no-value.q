% manual: 2.1(19) the spread operator unpacks into calls, indices and literals only
% expect: check-error unpacks
x = ...[1,2]
