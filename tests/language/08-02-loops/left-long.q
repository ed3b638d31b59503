% proves: 8.2 long loops in order that are left by break, and go on by continue
% expect: ok
n = 10000
a = zeros(n)
for at=[0, 1, 4095, 4096, 4097, 9999]
    a = zeros(n)
    last = -1
    for i=0..n-1
        if i == at
            break
        endif
        if mod(i, 2) == 1
            continue
        endif
        a[i] = 1
        last = i
    endfor
    assert(sum(a) == int((at + 1)/2) && last == (at == 0 ? -1 : at - 1 - mod(at - 1, 2)), "left")
endfor
k = 0
for i=n-1..-3..0
    if a[i] > 5
        break
    endif
    k += 1
endfor
assert(k == 3334, "not left")
print "ok"
