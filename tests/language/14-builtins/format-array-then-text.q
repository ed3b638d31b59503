% proves: 14 places of a format take the elements of an array one by one, and then go on with the next argument
% expect: stdout
%> 5 abc
%> 1 2 abc 3
%> [ 1, 2] x
%> 1 2 [ 3, 4]
printf("%d %s", [5], "abc")
printf("%d %d %s %d", [1,2], "abc", 3)
printf("%s %s", [1,2], "x")
printf("%d %s %s", [1,2], [3,4])
