% proves: 17.2.1 {!kernel_accumulator} names a variable, which stays a parallel sum
% expect: ok
x = ones(60,70)
x[3,4] = 3
y = y2 = 0.0
{!parallel for}
for m=0..59
    for n=0..69
        {!kernel_accumulator name=y; algorithm="warpshuffle"}
        {!kernel_accumulator name=y2; algorithm="sharedmemory"; type="+="}
        y += x[m,n]
        y2 += x[m,n].^2
    endfor
endfor
assert(y == 4202 && y2 == 4208)
print "ok"
