% A host loop, interpreted; the same as loop.lua.
a = 0.0
{!interpreted for}
for i=0..10^7-1
    a += i*0.5
endfor
print a
