-- Lists of small lists.
local n, t = 1000, 0.0
for k = 0, 199 do
  local c = {}
  for i = 0, n - 1 do c[i] = {i, k} end
  for i = 0, n - 1 do local p = c[i]; t = t + p[1] * p[2] end
end
print(string.format("%d", t))
