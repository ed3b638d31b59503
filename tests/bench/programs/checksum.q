% The number by which the benchmark programs and their C references compare results: the mean of all elements with
% weights from 1 to 13 that depend on the position, so that values in the wrong place are noticed.
function c : scalar = checksum(y : mat)
    c = 0.0
    for i=0..size(y,0)-1
        for j=0..size(y,1)-1
            c += y[i,j] * (1 + mod(31*i + 17*j, 13))
        endfor
    endfor
    c /= numel(y)
endfunction

% A matrix of whole numbers from 0 to 255.
function x = pattern(rows : int, columns : int)
    x = uninit(rows, columns)
    for i=0..rows-1
        for j=0..columns-1
            x[i,j] = mod(7*i*i + 13*i*j + 5*j, 256)
        endfor
    endfor
endfunction
