% proves: 2.3 loops with independent iterations give the sequential result
% expect: ok
n = 300
x = zeros(n,n)
for i=0..n-1
    for j=0..n-1
        x[i,j] = i*2 + j*0.5
    endfor
endfor
assert(x[0,0] == 0 && x[299,299] == 747.5 && x[10,20] == 30, "plain")
y = zeros(n,n)
for i=0..n-1
    for j=0..n-1
        t = x[i,j]
        if t > 100
            y[i,j] = t - 100
        else
            y[i,j] = -t
        endif
    endfor
endfor
assert(y[0,4] == -2 && y[299,299] == 647.5, "with a condition")
assert(t == x[299,299] && i == 299 && j == 299, "variables keep their last values")
print "ok"
