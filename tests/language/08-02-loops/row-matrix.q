% proves: 8.2 one index into a matrix of one row, as zeros(size(v)) makes it, counts along the row in compiled loops too
% expect: ok
function z = shifted(x : vec, d : int)
    z = zeros(size(x))
    {!parallel for}
    for i=0..numel(x)-1
        z[i] = x[i+d] + i
    endfor
endfunction
function t = total(x)
    t = 0.0
    {!parallel for}
    for i=0..numel(x)-1
        t += x[i]
    endfor
endfunction
function y = pairs(x)
    y = zeros(size(x))
    {!parallel for}
    for i=0..numel(x)-1
        y[i] = sum(x[[i,i+1]])
    endfor
endfunction
function [] = __kernel__ place(y : mat, pos : int)
    y[[0,pos]] = pos + 1
endfunction

function y = twos(x)
    y = zeros(300)
    {!parallel for}
    for m=0..299
        y[m] = sum(x[[mod(m,6),mod(m,7)]])
    endfor
endfunction
function y = threes(x)
    y = zeros(300)
    {!parallel for}
    for m=0..299
        v = [mod(m,6),mod(m,7),0]
        y[m] = sum(x[v])
    endfor
endfunction

x = linspace(0,999,1000)
z = shifted(x, 3)
assert(z[0] == 3 && z[996] == 999+996 && z[997] == 997)
assert(size(z,0) == 1 && size(z,1) == 1000)
assert(total(x) == 499500 && total(zeros(1,1000)) == 0 && total(zeros(1000)) == 0)
p = pairs(x)
assert(p[0] == 1 && p[998] == 998+999 && p[999] == 999)
assert(sum(twos(ones(1,10))) == 600 && sum(twos(ones(10))) == 600 && sum(twos(ones(6,7))) == 300)
assert(sum(threes(ones(1,10))) == 900 && sum(threes(ones(10))) == 900 && sum(threes(ones(6,7))) == 300)
w = zeros(1,1000)
parallel_do(1000, w, place)
assert(sum(w) == 500500 && w[7] == 8)
print "ok"
