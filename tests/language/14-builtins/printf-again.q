% proves: 14.2 printf puts arrays in one element after the other and uses the format again while values are left
% expect: stdout
%> 23
%> 1 2
%> 3 4
%> 1, a;2, b;3, 
%> size [ 2, 3] of 6
%> 1,2,3,4,5,
%> 7
%> printf: the format has no place for the values
%> printf: the format has more places than there are values
printf("%d", size(ones(2,3)))
printf("%d %d\n", [1,2,3,4])
printf("%d, %s;", 1, "a", 2, "b", 3)
printf("size %s of %d", size(ones(2,3)), 6)
print sprintf("%d,", 1..5)
printf("%d", 7, [])
try
  printf("text", 1)
catch ex
  print ex
end
try
  printf("%d %d", 1)
catch ex
  print ex
end
