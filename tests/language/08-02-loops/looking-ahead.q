% proves: 8.2 serial loops that look ahead for what leaves them, or for what they do something with
% expect: ok
function x = filled(n, seed)
    x = zeros(n)
    for i=0..n-1
        x[i] = mod(i*37 + seed, 101)/101
    endfor
endfunction

% left before or behind what it writes, with a value of its own
function k = left(n : int, a : vec, b : vec, c : vec)
    k = -1
    for i=0..n-1
        v = b[i]*2.0
        if v > 5.0
            k = i
            c[0] = v
            break
        endif
        a[i] += v
    endfor
endfunction

function last = left_behind(n : int, a : vec, b : vec)
    last = -1
    for i=2..n-1
        a[i] += b[i]
        a[i-1] *= 2.0
        last = i
        if b[i] + b[i-1] > 2.0
            break
        endif
    endfor
endfunction

% what is looked for is written as well
function k = left_at_own(n : int, a : vec)
    k = 0
    for i=0..n-2
        a[i+1] += a[i]*0.5
        if a[i] > 3.0
            break
        endif
        k = i
    endfor
endfunction

% a sum decides, which nothing can know ahead
function s = left_at_sum(n : int, a : vec, b : vec)
    s = 0.0
    for i=0..n-1
        s += b[i]
        if s > 50.0
            break
        endif
        a[i] = s
    endfor
endfunction

% elements outside are 0, and are not looked at
function k = outside(n : int, b : vec)
    k = -1
    for i=0..n-1
        if b[i+5] == 0.0
            k = i
            break
        endif
    endfor
endfunction

function k = by_while(n : int, a : vec, b : vec)
    k = 0
    while k < n && a[k] == b[k]
        k += 1
    endwhile
endfunction

function k = down_by_while(n : int, a : vec)
    k = n - 1
    while !(k < 0 || a[k] > 1.5)
        a[k] = 0.25
        k -= 1
    endwhile
endfunction

function s = counts_by_three(n : int, a : vec)
    k = 1
    s = 0.0
    while k <= n-1
        s += a[k]*k
        k += 3
    endwhile
    s += k
endfunction

function [m, k] = largest(n : int, a : vec)
    m = a[0]
    k = 0
    for i=1..n-1
        if a[i] > m
            m = a[i]
            k = i
        endif
    endfor
endfunction

function k = smallest_place(n : int, a : vec)
    k = 0
    for i=1..n-1
        v = abs(a[i] - 0.5)
        if v < abs(a[k] - 0.5)
            k = i
        endif
    endfor
endfunction

% records, kept in a list; the last value is used behind the loop
function [count, last] = records(n : int, a : vec, list : vec)
    best = -1.0
    count = 0
    last = 0
    for i=0..n-1
        last = i
        if a[i] > best && a[i] < 8.5
            best = a[i]
            list[count] = i
            count += 1
        endif
    endfor
endfunction

% rows, with a search in each
function [] = rows(n : int, x : mat, places : vec)
    for i=0..size(x,0)-1
        m = x[i,0]
        k = 0
        for j=1..n-1
            if x[i,j] > m
                m = x[i,j]
                k = j
            endif
        endfor
        places[i] = places[i-1] + k
    endfor
endfunction

sizes = [0, 1, 2, 15, 16, 17, 63, 80, 81, 500, 9000]
for n=sizes
    for at=[-1, 0, 1, 5, 16, 79, 80, 81, 300, 2500, 8999]
        m = max(n, 1)
        a = filled(m, 3)
        b = filled(m, 11)
        c = zeros(m)
        if at >= 0 && at < n
            b[at] = 4.0
        endif
        found = at >= 0 && at < n ? at : -1
        before = found >= 0 ? found : n
        wanted = filled(m, 3)
        if before > 0
            wanted[0..before-1] += 2*b[0..before-1]
        endif
        assert(left(n, a, b, c) == found && max(abs(a - wanted)) < 1e-6 && (found < 0 || c[0] == 8.0), "left")

        a = filled(m, 3)
        e = filled(m, 3)
        end_at = found < 0 ? n-1 : found < 2 ? (found == 1 && n > 2 ? 2 : n-1) : found
        for i=2..end_at
            e[i] = e[i] + b[i]
            e[i-1] = e[i-1]*2
        endfor
        assert(left_behind(n, a, b) == (n > 2 ? end_at : -1) && max(abs(a - e)) < 1e-5, "left behind")

        y = b + 1
        if at >= 0 && at < n
            y[at] = -2.0
        endif
        assert(by_while(n, b + 1, y) == before, "while")

        z = filled(m, 5)
        if at >= 0 && at < n
            z[at] = 2.0
        endif
        assert(down_by_while(n, z) == found && (found == n-1 || n == 0 || z[n-1] == 0.25), "down")

        z = filled(m, 5)
        if at >= 0 && at < n
            z[at] = 7.0
        endif
        [largest_one, k] = largest(m, z)
        assert(largest_one == max(z) && z[k] == largest_one && (found < 0 || k == found), "largest")
        z[max(found, 0)] = 0.5
        assert(smallest_place(m, z) <= max(found, 0) && z[smallest_place(m, z)] == 0.5, "smallest place")
    endfor
endfor

a = filled(3000, 3)
s = 0.0
for i=0..2999
    s = i > 0 && s > 3.0 ? s : a[i] + s*0.5
endfor
assert(abs(left_at_own(3000, a) - 2998) < 0.5 && max(a) < 3.0, "own")
a = zeros(500)
assert(left_at_sum(500, a, ones(500)) == 51 && a[49] == 50 && a[50] == 0, "sum")
assert(outside(1000, ones(200)) == 195 && outside(100, ones(200)) == -1, "outside")
assert(counts_by_three(1000, ones(1000)) == 166167 + 1000, "by three")

x = zeros(4000)
for i=0..3999
    x[i] = i < 100 ? i*0.01 : mod(i, 700) == 3 ? 2 + i*0.001 : 0.5
endfor
x[50] = 99.0
x[70] = 0.0/0.0
list = zeros(4000)
[count, last] = records(4000, x, list)
assert(count == 103 && last == 3999 && list[count-1] == 3503 && list[50] == 51, "records")
rising = zeros(2000)
for i=0..1999
    rising[i] = mod(i, 900)*0.001
endfor
[count, last] = records(2000, rising, list)
assert(count == 900 && last == 1999 && sum(list[0..899]) == 404550, "rising")

y = rand(50, 200)*0.5
places = zeros(50)
for i=0..49
    y[i,mod(i*31, 200)] = 1.0
endfor
rows(200, y, places)
assert(max(abs(places - cumsum(mod((0..49)*31, 200)))) == 0, "rows")

% where nothing checks accesses, no element is read that the loop does not come to
function k = first_zero(n : int, a : vec'unchecked)
    k = -1
    for i=0..n-1
        if a[i] == 0
            k = i
            break
        endif
    endfor
endfunction
for m=20..23
    x = ones(2^m)
    x[2^m-1] = 0
    assert(first_zero(100000000, x) == 2^m-1, "unchecked")
endfor

% a bound below which there is no number
function k = counted(n : int, a : vec)
    k = 0
    while k < n && a[k] > 0
        k += 1
    endwhile
endfunction
assert(counted(int(-9223372036854775807) - 1, ones(100)) == 0 && counted(int(5), ones(100)) == 5, "bounds")
print "ok"
