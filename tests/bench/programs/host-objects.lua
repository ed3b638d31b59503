-- Fields of an object that change in a loop.
local p = {x = 0.0, v = 1.0, hits = 0}
for k = 1, 1000000 do
  p.x = p.x + p.v * 0.5
  if p.x > 100 or p.x < 0 then
    p.v = -p.v
    p.x = p.x + p.v
    p.hits = p.hits + 1
  end
end
print(p.hits)
