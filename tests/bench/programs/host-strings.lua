-- Strings that are built piece by piece.
local n = 0
for k = 0, 199 do
  local s = ""
  for i = 0, 999 do s = s .. "x" .. i end
  n = n + #s
end
print(n)
