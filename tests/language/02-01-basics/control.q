% proves: 2.1(10) control structures, nested, with break and continue
% expect: ok
s = 0
for i=0..9
    if i == 3
        continue
    elseif i == 6
        break
    else
        s += i
    endif
endfor
assert(s == 12 && i == 6, "0+1+2+4+5, and the variable keeps its value")
n = 0
while true
    n += 1
    if n > 4
        break
    endif
endwhile
assert(n == 5, "while")
repeat
    n -= 2
until n < 0
assert(n == -1, "repeat")
for i=0..2
    for j=0..2
        if j == 1
            break
        endif
    endfor
endfor
assert(i == 2 && j == 1, "break leaves the inner loop only")
print "ok"
