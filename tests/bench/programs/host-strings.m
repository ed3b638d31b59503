% Strings that are built piece by piece.
n = 0;
for k = 0:199
  s = '';
  for i = 0:999
    s = strcat(s, 'x', num2str(i));
  end
  n = n + length(s);
end
printf("%d\n", n);
