% proves: 17.2 rows of a serial loop that run together, some columns apart, give the results of their order (where mathematics is to be exact)
% options: --set COMPILER_EXACT_MATH=true
% expect: ok
% Elements of the rows above and below on both sides, one and two rows apart, conditions, elements that all columns or all rows
% change, rows that are not next to each other, a value that is kept, distances longer than a row; sizes down to one element.
function [] = neighbours(x : mat, y : mat)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            y[m,n] = x[m,n] > 8.5 ? 15 : 0
            e = (x[m,n] - y[m,n]) / 16
            x[m,n+1] += 7*e
            x[m+1,n-1] += 3*e
            x[m+1,n] += 5*e
            x[m+1,n+1] += e
        endfor
    endfor
endfunction

function [] = neighbours_by_hand(x : mat, y : mat)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            y[m,n] = x[m,n] > 8.5 ? 15 : 0
            e = (x[m,n] - y[m,n]) / 16
            x[m,n+1] += 7*e
            x[m+1,n-1] += 3*e
            x[m+1,n] += 5*e
            x[m+1,n+1] += e
        endfor
    endfor
endfunction

function [] = from_above(x : mat, y : mat)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            x[m,n] = 0.5*x[m,n-1] + 0.25*x[m-1,n+3] - x[m-1,n-2] + 1
        endfor
    endfor
endfunction

function [] = from_above_by_hand(x : mat, y : mat)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            x[m,n] = 0.5*x[m,n-1] + 0.25*x[m-1,n+3] - x[m-1,n-2] + 1
        endfor
    endfor
endfunction

function [] = two_rows(x : mat, y : mat)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            x[m,n] = 0.5*x[m,n-2] + 0.25*x[m-2,n+5] - 0.5*x[m+1,n+1]
            y[m,n] = x[m,n] - y[m-1,n+1]
        endfor
    endfor
endfunction

function [] = two_rows_by_hand(x : mat, y : mat)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            x[m,n] = 0.5*x[m,n-2] + 0.25*x[m-2,n+5] - 0.5*x[m+1,n+1]
            y[m,n] = x[m,n] - y[m-1,n+1]
        endfor
    endfor
endfunction

function [] = at_once(x : mat, y : mat)
    for m=1..size(x,0)-2
        for n=1..size(x,1)-1
            x[m,n] += 0.5*x[m,n-1] + 0.5*x[m-1,n]
        endfor
    endfor
endfunction

function [] = at_once_by_hand(x : mat, y : mat)
    {!interpreted for}
    for m=1..size(x,0)-2
        {!interpreted for}
        for n=1..size(x,1)-1
            x[m,n] += 0.5*x[m,n-1] + 0.5*x[m-1,n]
        endfor
    endfor
endfunction

function [] = conditions(x : mat, y : mat)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            v = x[m,n-1] + x[m-1,n+1]
            if v > 6
                w = v / 4
                x[m,n] = w + y[m,n]
                if w < 3
                    y[m+1,n-1] -= 1
                endif
            else
                x[m,n] = v / 2 + 1
            endif
            x[m,n+1] *= 0.75
        endfor
    endfor
endfunction

function [] = conditions_by_hand(x : mat, y : mat)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            v = x[m,n-1] + x[m-1,n+1]
            if v > 6
                w = v / 4
                x[m,n] = w + y[m,n]
                if w < 3
                    y[m+1,n-1] -= 1
                endif
            else
                x[m,n] = v / 2 + 1
            endif
            x[m,n+1] *= 0.75
        endfor
    endfor
endfunction

function [] = whole_row(x : mat, y : mat)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            x[m,n] += 0.5*x[m,n-1] + x[m-1,n]
            y[m,0] += x[m,n]
        endfor
    endfor
endfunction

function [] = whole_row_by_hand(x : mat, y : mat)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            x[m,n] += 0.5*x[m,n-1] + x[m-1,n]
            y[m,0] += x[m,n]
        endfor
    endfor
endfunction

function [] = column(x : mat, y : mat)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            x[m,n] += 0.5*x[m,n-1] + y[0,n]
            y[0,n+1] = x[m,n] / 4
        endfor
    endfor
endfunction

function [] = column_by_hand(x : mat, y : mat)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            x[m,n] += 0.5*x[m,n-1] + y[0,n]
            y[0,n+1] = x[m,n] / 4
        endfor
    endfor
endfunction

function [] = last_row(x : mat, y : mat)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            x[m,n] += 0.5*x[m,n-1] - x[m-1,size(x,1)-1-n]
        endfor
    endfor
endfunction

function [] = last_row_by_hand(x : mat, y : mat)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            x[m,n] += 0.5*x[m,n-1] - x[m-1,size(x,1)-1-n]
        endfor
    endfor
endfunction

function [] = every_other(x : mat, y : mat)
    for m=0..(size(x,0)-1)/2
        for n=0..size(x,1)-1
            x[2*m,n] += 0.5*x[2*m,n-1] - x[2*m+1,n+1]
            x[2*m+1,n] = x[2*m,n-1]
        endfor
    endfor
endfunction

function [] = every_other_by_hand(x : mat, y : mat)
    {!interpreted for}
    for m=0..(size(x,0)-1)/2
        {!interpreted for}
        for n=0..size(x,1)-1
            x[2*m,n] += 0.5*x[2*m,n-1] - x[2*m+1,n+1]
            x[2*m+1,n] = x[2*m,n-1]
        endfor
    endfor
endfunction

function [] = kept(x : mat, y : mat)
    t = 2.0
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            if x[m,n] > 3
                t = x[m,n]
            endif
            x[m,n+1] += 0.5*x[m,n] + t
            x[m+1,n] -= 1
        endfor
    endfor
    y[0,0] = t
endfunction

function [] = kept_by_hand(x : mat, y : mat)
    t = 2.0
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            if x[m,n] > 3
                t = x[m,n]
            endif
            x[m,n+1] += 0.5*x[m,n] + t
            x[m+1,n] -= 1
        endfor
    endfor
    y[0,0] = t
endfunction

function [] = far(x : mat, y : mat)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            x[m,n] += 0.25*x[m,n-1] - 0.5*x[m-1,n+40]
            x[m,n] -= x[m-1,n+17]
        endfor
    endfor
endfunction

function [] = far_by_hand(x : mat, y : mat)
    {!interpreted for}
    for m=0..size(x,0)-1
        {!interpreted for}
        for n=0..size(x,1)-1
            x[m,n] += 0.25*x[m,n-1] - 0.5*x[m-1,n+40]
            x[m,n] -= x[m-1,n+17]
        endfor
    endfor
endfunction

function x = numbers(rows, columns, k)
    x = zeros(rows, columns)
    {!interpreted for}
    for i=0..rows*columns-1
        x[floor(i/columns),mod(i,columns)] = mod(k*i*i + 5*i, 16)
    endfor
endfunction

function [] = compare(name : string, fast, slow)
    {!interpreted for}
    for rows=[1,2,3,4,7]
        {!interpreted for}
        for columns=[1,2,3,4,5,6,7,19,20,45]
            x = numbers(rows, columns, 3)
            y = numbers(rows, columns, 7)
            u = copy(x)
            v = copy(y)
            fast(x, y)
            slow(u, v)
            assert(max(abs(x - u)) == 0 && max(abs(y - v)) == 0, name)
        endfor
    endfor
endfunction

compare("neighbours", neighbours, neighbours_by_hand)
compare("from_above", from_above, from_above_by_hand)
compare("two_rows", two_rows, two_rows_by_hand)
compare("at_once", at_once, at_once_by_hand)
compare("conditions", conditions, conditions_by_hand)
compare("whole_row", whole_row, whole_row_by_hand)
compare("column", column, column_by_hand)
compare("last_row", last_row, last_row_by_hand)
compare("every_other", every_other, every_other_by_hand)
compare("kept", kept, kept_by_hand)
compare("far", far, far_by_hand)
print "ok"
