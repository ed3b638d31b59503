% proves: 8.4 the last place of a condition: the largest of the counters, or what was there before
% expect: ok
function [last, first] = places(n : int, a : vec, t : scalar)
    last = -1
    for i=0..n-1
        if a[i] > t
            last = i
        endif
    endfor
    first = n
    for i=n-1..-1..0
        if a[i] > t
            first = i
        endif
    endfor
endfunction

n = 350000
a = zeros(n)
assert(places(n, a, 0.5) == -1, "none")
for k=[0, 1, 2047, 2048, 65535, n-1]
    a = zeros(n)
    a[k] = 1
    [last, first] = places(n, a, 0.5)
    assert(last == k && first == k, "one")
    a[min(k + 1000, n-1)] = 1
    [last, first] = places(n, a, 0.5)
    assert(last == min(k + 1000, n-1) && first == k, "two")
endfor

% in steps, in several branches, and what stands there before the loop comes after
a = zeros(n)
for i=0..n-1
    a[i] = mod(i*7919, 1009)
endfor
even = 0
for i=4..3..n-1
    if a[i] < 3
        even = i
    elseif mod(i, 2) == 0
        if a[i] > 1005
            even = i
        endif
    endif
endfor
other = 0
i = 4
while i < n
    if a[i] < 3 || (mod(i, 2) == 0 && a[i] > 1005)
        other = i
    endif
    i += 3
endwhile
assert(even == other, "in steps")

late = 50000
for i=0..n-1
    if a[i] == 1008 && i < 3000
        late = i
    endif
endfor
assert(late < 3000 && a[late] == 1008, "what comes later before the loop")

% again in a loop around it, which goes on from the last place
k = -1
for r=0..3
    for i=0..n-1
        if a[i] == r
            k = i
        endif
    endfor
    assert(a[k] == r, "again")
endfor

% its value is used in the loop: no such place
b = zeros(n)
k = -1
for i=0..n-1
    if a[i] == 5
        k = i
    endif
    b[i] = k
endfor
k = -1
for i=0..n-1
    k = a[i] == 5 ? i : k
    assert(b[i] == k, "used")
endfor
print("ok")
