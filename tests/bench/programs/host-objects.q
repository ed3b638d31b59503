% Fields of an object that change in a loop.
type particle : mutable class
    x : scalar
    v : scalar
    hits : int
endtype
p = particle(x:=0.0, v:=1.0, hits:=0)
for k = 1..1000000
    p.x += p.v * 0.5
    if p.x > 100 || p.x < 0
        p.v = -p.v
        p.x += p.v
        p.hits += 1
    endif
endfor
print p.hits
