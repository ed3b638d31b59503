% Nested loops with scalars and a condition.
s = 0.0;
for i = 0:2999
  for j = 0:999
    if mod(i + j, 3) == 0
      s = s + i * 0.5;
    else
      s = s - j;
    end
  end
end
printf("%d\n", s);
