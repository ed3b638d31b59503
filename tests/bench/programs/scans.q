% Running sums of 4096 x 4096 elements along the rows, along the columns, and over all of them, decay down the columns, and
% the integral image; the same as scan_rows, scan_columns, scan_vector, decay_columns and integral in ../reference.
import "checksum.q"

function [] = scan_rows(x : mat, y : mat)
    for i=0..size(x,0)-1
        sum = 0.0
        for j=0..size(x,1)-1
            sum += x[i,j]
            y[i,j] = sum
        endfor
    endfor
endfunction

function [] = scan_columns(x : mat, y : mat)
    for j=0..size(x,1)-1
        sum = 0.0
        for i=0..size(x,0)-1
            sum += x[i,j]
            y[i,j] = sum
        endfor
    endfor
endfunction

function [] = scan_vector(x : mat, y : mat)
    sum = 0.0
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            sum += x[i,j]
            y[i,j] = sum
        endfor
    endfor
endfunction

function [] = decay_columns(x : mat, y : mat)
    for j=0..size(x,1)-1
        for i=0..size(x,0)-1
            y[i,j] = y[i-1,j]*0.5 + x[i,j]
        endfor
    endfor
endfunction

function [] = integral(x : mat, y : mat)
    scan_rows(x, y)
    scan_columns(y, y)
endfunction

function [] = main(repetitions = 9, name = "integral")
    x = pattern(4096,4096)
    y = zeros(4096,4096)
    match name with
    | "scan_rows" -> f = scan_rows
    | "scan_columns" -> f = scan_columns
    | "scan_vector" -> f = scan_vector
    | "decay_columns" -> f = decay_columns
    | "integral" -> f = integral
    endmatch
    for k=0..repetitions
        tic()
        f(x, y)
        syncthreads(host)
        t = toc("")
        printf("%s %.4f %.9g\n", name, t, checksum(y))
    endfor
endfunction
