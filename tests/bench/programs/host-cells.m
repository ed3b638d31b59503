% Lists of small lists.
n = 1000;
t = 0.0;
for k = 0:199
  c = cell(1, n);
  for i = 1:n
    c{i} = {i - 1, k};
  end
  for i = 1:n
    p = c{i};
    t = t + p{1} * p{2};
  end
end
printf("%d\n", t);
