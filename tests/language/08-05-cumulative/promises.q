% proves: 8.4, 8.5 accumulation into elements and cumulative maps in any direction and form under {!parallel for}
% expect: ok
x = mod((0..1999)*37, 64) / 4
h = zeros(16)
{!parallel for}
for i=0..1999
    h[int(x[i])] = h[int(x[i])] + 1
endfor
assert(sum(h) == 2000, "a histogram written out")
m = zeros(2) - 1
{!parallel for}
for i=0..1999
    if x[i] > m[0]
        m[0] = x[i]
        m[1] = i
    endif
endfor
assert(m[0] == max(x) && x[int(m[1])] == max(x), "the place of a maximum")
b = copy(x)
{!parallel for}
for i=1998..-1..0
    b[i] = min(b[i+1], b[i])
endfor
for i=0..7..1992
    assert(b[i] == min(x[i..1999]), "backwards")
endfor
c = zeros(40,50)
{!parallel for}
for i=0..39
    for j=0..49
        left = c[i,j-1]
        c[i,j] = left + 1
    endfor
endfor
assert(c[0,49] == 50 && c[39,0] == 1 && sum(c) == 40*1275, "through a variable")
print "ok"
