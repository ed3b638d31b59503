% proves: 8.2 a loop whose iterations depend on each other runs in their order: recurrences, dithering, random numbers
% expect: ok
%! 50: `s` is an integer here and becomes a scalar in line 54
%! 51: `largest` is an integer here and becomes a scalar in line 56
function y = filtered(x : vec, a : scalar)
    y = zeros(numel(x))
    y[0] = x[0]
    for i = 1..numel(x)-1
        y[i] = a * y[i-1] + (1 - a) * x[i]
    endfor
endfunction

function y = dithered(x : mat)
    e = copy(x)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = e[m,n] > 127 ? 255 : 0
            d = e[m,n] - y[m,n]
            e[m,n+1] += d * (7/16)
            e[m+1,n-1] += d * (3/16)
            e[m+1,n] += d * (5/16)
            e[m+1,n+1] += d * (1/16)
        endfor
    endfor
endfunction

x = zeros(1000)
for i = 0..999
    x[i] = mod(i * 37, 101)
endfor
y = filtered(x, 0.5)
assert(y[0] == 0 && y[1] == 18.5 && abs(y[2] - 46.25) < 1e-4)

% The state is an integer, and lives on behind the loop.
seed = int(12345)
odd = int(0)
for i = 1..1000
    seed = mod(seed * 1103515245 + 12345, 2147483648)
    odd += mod(seed, 2)
endfor
again = int(12345)
{!interpreted for}
for i = 1..1000
    again = mod(again * 1103515245 + 12345, 2147483648)
endfor
assert(seed == again && i == 1000)

% A number that is a scalar after the first iteration; a value that only some iterations change.
s = 0
largest = -1
place = -1
for i = 0..999
    s = 0.5 * s + x[i]
    if x[i] > largest
        largest = x[i]
        place = i
    endif
endfor
assert(abs(s - 111.36) < 100 && largest == 100 && x[place] == 100 && place < 101)

% Loops of unknown length inside.
steps = 0
longest = 0
for n = 1..300
    k = n
    steps = 0
    while k != 1
        k = mod(k, 2) == 0 ? int(k / 2) : 3 * k + 1
        steps += 1
    endwhile
    if steps > longest
        longest = steps
    endif
endfor
assert(longest == 127 && steps == 16)

im = zeros(40, 50)
for m = 0..39
    for n = 0..49
        im[m,n] = mod(m * 13 + n * 7, 256)
    endfor
endfor
d = dithered(im)
total = 0.0
for m = 0..39
    for n = 0..49
        assert(d[m,n] == 0 || d[m,n] == 255)
        total += d[m,n]
    endfor
endfor
assert(abs(total / 2000 - mean(im)) < 8)

{!serial for}
for i = 1..999
    x[i] = x[i-1] + 1
endfor
assert(x[999] == 999)
print "ok"
