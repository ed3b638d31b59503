-- Nested loops with scalars and a condition.
local s = 0.0
for i = 0, 2999 do
  for j = 0, 999 do
    if (i + j) % 3 == 0 then s = s + i * 0.5 else s = s - j end
  end
end
print(string.format("%d", s))
