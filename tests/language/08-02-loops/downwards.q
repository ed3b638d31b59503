% proves: 8.2 loops that count down, and subscripts that fall, stay inside of their arrays at both ends
% expect: ok
x = zeros(50)
y = zeros(50)
for i=0..49
    x[i] = i + 1
endfor

% 'safe: what is outside reads as 0 and is not written
function [] = down(n : int, first : int, a : vec'safe, b : vec'safe)
    for i=first..-1..first-n+1
        a[i] = b[i] + 0.5
    endfor
endfunction
function [] = mirrored(n : int, last : int, a : vec'safe, b : vec'safe)
    for i=0..n-1
        a[i] = b[last - i] + b[2*last - 2*i]
    endfor
endfunction
function [] = down_by_three(first : int, a : vec'safe, b : vec'safe)
    for i=first..-3..-10
        a[i] = b[i + 1]
    endfor
endfunction

down(100, 70, y, x)
for i=0..49
    assert(y[i] == i + 1.5, "down")
endfor
for last=[49, 60, 10, -5]
    mirrored(50, last, y, x)
    for i=0..49
        one = last - i >= 0 && last - i < 50 ? last - i + 1 : 0
        two = 2*last - 2*i >= 0 && 2*last - 2*i < 50 ? 2*last - 2*i + 1 : 0
        assert(y[i] == one + two, "mirrored")
    endfor
endfor
y = zeros(50)
down_by_three(61, y, x)
for i=0..49
    expected = mod(i, 3) == 1 && i < 49 ? i + 2 : 0
    assert(y[i] == expected, "down by three")
endfor

% triangles whose inner loop runs against the outer one
z = zeros(20, 20)
for i=0..19
    for j=i..-1..0
        z[19 - i, i - j] = x[i - j] + 100*x[i]
    endfor
endfor
for i=0..19
    for j=0..19
        assert(z[19 - i, j] == (j <= i ? j + 1 + 100*(i + 1) : 0), "triangle")
    endfor
endfor
print "ok"
