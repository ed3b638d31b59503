% proves: x[i] += v in a serial loop adds in double precision and rounds once, compiled as interpreted
% expect: ok
function [] = serial(x, n)
    {!serial for}
    for i=0..n-1
        x[mod(i,3)] += i/7*mod(x[0],1) + i/13
        x[0] -= i/11
    endfor
endfunction
function [] = interpreted(x, n)
    {!interpreted for}
    for i=0..n-1
        x[mod(i,3)] += i/7*mod(x[0],1) + i/13
        x[0] -= i/11
    endfor
endfunction
x = [0.3, 0.1, 0.2]
y = [0.3, 0.1, 0.2]
serial(x, 300)
interpreted(y, 300)
assert(max(abs(x - y)) < 1e-3, "one rounding an update")
print "ok"
