% Ten kernels as a person writes them, for devices; the same as those of ../reference/devices.cl. Prints for each repetition
% the milliseconds of LAUNCHES launches that follow each other, then a sum of what they computed.
import "checksum.q"

function [] = __kernel__ copy(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos] = x[pos]
endfunction

function [] = __kernel__ gamma(x : mat'unchecked, y : mat'unchecked, g : scalar, pos : ivec2)
    y[pos] = 255*(x[pos]/255)^g
endfunction

function [] = __kernel__ mean(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    sum = 0.0
    for k=-1..1
        for l=-1..1
            sum += x[pos + [k,l]]
        endfor
    endfor
    y[pos] = sum / 9
endfunction

function [] = __kernel__ filter(x : mat'clamped, mask : mat'unchecked, y : mat'unchecked, pos : ivec2)
    sum = 0.0
    for k=0..8
        for l=0..8
            sum += mask[k,l] * x[pos + [k-4,l-4]]
        endfor
    endfor
    y[pos] = sum
endfunction

function [] = __kernel__ turn(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos[1],pos[0]] = x[pos]
endfunction


function [] = running_sum(x : vec, y : vec)
    sum = 0.0
    for i=0..numel(x)-1
        sum += x[i]
        y[i] = sum
    endfor
endfunction

function [] = __kernel__ count(x : mat[uint8]'unchecked, bins : vec[int]'unchecked, pos : ivec2)
    bins[x[pos]] += 1
endfunction

function [] = __kernel__ multiply(a : mat'unchecked, b : mat'unchecked, c : mat'unchecked, n : int, pos : ivec2)
    sum = 0.0
    for k=0..n-1
        sum += a[pos[0],k] * b[k,pos[1]]
    endfor
    c[pos] = sum
endfunction

function [] = __kernel__ denoise(x : mat'mirror, y : mat'unchecked, strength : scalar, pos : ivec2)
    sum = 0.0
    weights = 0.0
    for dm=-5..5
        for dn=-5..5
            distance = 0.0
            for pm=-2..2
                for pn=-2..2
                    d = x[pos[0]+pm,pos[1]+pn] - x[pos[0]+dm+pm,pos[1]+dn+pn]
                    distance += d*d
                endfor
            endfor
            w = exp(-distance * strength)
            sum += w * x[pos[0]+dm,pos[1]+dn]
            weights += w
        endfor
    endfor
    y[pos] = sum / weights
endfunction

function s = sum_of(x : mat)
    s = 0.0
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s += x[i,j]
        endfor
    endfor
endfunction

function [] = main(name = "copy", n : int = 2048, launches : int = 5, repetitions : int = 5)
    x = pattern(n,n)
    y = zeros(n,n)
    g = 0.45
    bytes = mat[uint8](n,n)
    bytes[:,:] = x
    row = reshape(x, [n*n])
    running = zeros(n*n)
    bins = zeros[int](256)
    mask = ones(9,9)/81
    mask[4,4] = 0.5
    s = 0.0
    for r=0..repetitions
        syncthreads(host)
        tic()
        for k=1..launches
            match name with
            | "copy"      -> parallel_do(size(x), x, y, copy)
            | "gamma"     -> parallel_do(size(x), x, y, g, gamma)
            | "mean"      -> parallel_do(size(x), x, y, mean)
            | "filter"    -> parallel_do(size(x), x, mask, y, filter)
            | "transpose" -> parallel_do(size(x), x, y, turn)
            | "sum"       -> s = sum_of(x)
            | "scan"      -> running_sum(row, running)
            | "histogram" -> parallel_do(size(x), bytes, bins, count)
            | "multiply"  -> parallel_do(size(x), x, x, y, n, multiply)
            | "nlmeans"   -> parallel_do(size(x), x, y, 0.000004, denoise)
            endmatch
        endfor
        syncthreads(host)
        t = toc("")
        printf("%s %.4f %.9g\n", name, t, name == "sum" ? s : name == "scan" ? running[n*n-1] : name == "histogram" ? bins[200] : checksum(y))
    endfor
endfunction
