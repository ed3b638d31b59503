-- The same as loop.q.
local a = 0.0
for i = 0, 10^7 - 1 do
  a = a + i * 0.5
end
print(a)
