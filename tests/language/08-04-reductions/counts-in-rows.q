% proves: 8.4 counts under conditions, first and last places: of long loops, of rows, with steps, up and down
% expect: ok
n = 4300000
x = zeros(n)
x[17] = x[4194303] = x[4194304] = x[4299999] = 1
k = 0
down = 5
last = -1
for i=0..n-1
    if x[i] > 0.5
        k += 1
        down -= 64
        last = i
    endif
endfor
assert(k == 4 && down == 5 - 4*64 && last == 4299999, "long")
x[4299999] = 0
last = -1
for i=0..n-1
    if x[i] > 0.5
        last = i
    endif
endfor
assert(last == 4194304, "in the second part")

function [k, weight, last] = stepped(n : int, x : vec, offset : int)
    k = 0
    weight = 10.0
    last = -7
    for i=offset..3..n-1
        if x[i] > 0.5
            k += 2
            weight += 3.0
            weight -= 1.0
            last = i
        endif
    endfor
endfunction

function first = downwards(n : int, x : vec)
    first = n
    for i=n-1..-1..0
        if x[i] > 0.5
            first = i
        endif
    endfor
endfunction

function [k, total, most] = beside(n : int, x : mat)
    k = 0
    total = 0.0
    most = 0.0
    for i=0..size(x,0)-1
        for j=0..n-1
            if x[i,j] > 0.5
                k += 1
                total += x[i,j]
            endif
            most = max(most, x[i,j])
        endfor
    endfor
endfunction

for n=[0, 1, 2, 30, 64, 1000]
    x = zeros(max(n, 1))
    for i=0..n-1
        x[i] = mod(i*7, 11) == 3
    endfor
    for offset=0..4
        wanted = 0
        last = -7
        for i=offset..3..n-1
            wanted += mod(i*7, 11) == 3
            last = mod(i*7, 11) == 3 ? i : last
        endfor
        [k, weight, found] = stepped(n, x, offset)
        assert(k == 2*wanted && weight == 10 + 2*wanted && found == last, "stepped")
    endfor
    assert(downwards(n, x) == (n > 2 ? 2 : n), "downwards")
endfor
x = zeros(40, 333)
for i=0..39
    for j=0..332
        x[i,j] = mod(i*5 + j*3, 7)*0.25
    endfor
endfor
[k, total, most] = beside(300, x)
assert(k == sum(x[:,0..299] > 0.5) && total == sum(x[:,0..299] .* (x[:,0..299] > 0.5)) && most == 1.5, "beside")
print "ok"
