% proves: 17.2 rows whose elements come from the ones before in them run in turn, each with its own values
% expect: ok
function [] = filtered(n : int, m : int, x : mat, y : mat)
    for i=0..n-1
        for j=1..m-1
            y[i,j] = x[i,j] + 0.5*y[i,j-1]
        endfor
        for j=m-2..-1..0
            y[i,j] -= 0.25*y[i,j+1]
        endfor
    endfor
endfunction

% one row at a time
function [] = filtered_row(m : int, i : int, x : mat, y : mat)
    for j=1..m-1
        y[i,j] = x[i,j] + 0.5*y[i,j-1]
    endfor
    for j=m-2..-1..0
        y[i,j] = y[i,j] - 0.25*y[i,j+1]
    endfor
endfunction

for n=[1, 3, 4, 5, 8, 17, 64]
    for m=[1, 2, 31, 64]
        x = zeros(n, m)
        for i=0..n-1
            for j=0..m-1
                x[i,j] = mod(i*7 + j*5, 13)
            endfor
        endfor
        y = copy(x)
        z = copy(x)
        filtered(n, m, x, y)
        for i=0..n-1
            filtered_row(m, i, x, z)
        endfor
        assert(max(abs(y - z)) < 1e-4, "rows in turn")

        % one matrix under both names
        y = copy(x)
        z = copy(x)
        filtered(n, m, y, y)
        for i=0..n-1
            filtered_row(m, i, z, z)
        endfor
        assert(max(abs(y - z)) < 1e-4, "rows in turn, in place")
    endfor
endfor

% more columns than there are, so that elements are not there
y = ones(9, 20)
filtered(9, 25, ones(9, 25), y)
z = ones(9, 20)
for i=0..8
    filtered_row(25, i, ones(9, 25), z)
endfor
assert(max(abs(y - z)) < 1e-4, "beyond the end")
print("ok")
