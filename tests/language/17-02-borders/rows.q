% proves: 17.2.4 short filters read beyond the ends of rows, of the first and the last row and plane as their boundary mode says
% expect: ok
% Sizes around what the CPU takes together: rows longer and shorter than 8192 elements, a part of a plane, several planes.
function [] = __kernel__ cross(x : mat'clamped, y : mat'unchecked, pos : ivec2)
    y[pos] = x[pos] + 2*x[pos[0]-1,pos[1]] + 4*x[pos[0]+1,pos[1]] + 8*x[pos[0],pos[1]-1] + 16*x[pos[0],pos[1]+2]
endfunction

function [] = __kernel__ ring(x : mat'circular, y : mat'unchecked, pos : ivec2)
    y[pos] = x[pos[0]-2,pos[1]-1] - 2*x[pos[0]+1,pos[1]+1]
endfunction

function [] = __kernel__ star(x : cube'mirror, y : cube'unchecked, pos : ivec3)
    y[pos] = x[pos[0]-1,pos[1],pos[2]] - 2*x[pos[0]+1,pos[1],pos[2]] + 4*x[pos[0],pos[1]-1,pos[2]+1] - 8*x[pos[0],pos[1]+2,pos[2]-1]
endfunction

function k = near(k, n)
    k = min(max(k, 0), n-1)
endfunction

function k = round_trip(k, n)
    k = mod(k + n, n)
endfunction

function k = back(k, n)
    k = k < 0 ? -1-k : k >= n ? 2*n-1-k : k
endfunction

function [] = check_matrix(rows : int, columns : int)
    x = zeros(rows, columns)
    {!interpreted for}
    for i=0..rows*columns-1
        x[floor(i/columns),mod(i,columns)] = mod(i*i + 3*i, 101)
    endfor
    y = zeros(rows, columns)
    z = zeros(rows, columns)
    parallel_do(size(x), x, y, cross)
    parallel_do(size(x), x, z, ring)
    {!interpreted for}
    for m=0..rows-1
        {!interpreted for}
        for t=0..11
            n = t < 6 ? t : columns-12+t
            a = x[m,n] + 2*x[near(m-1,rows),n] + 4*x[near(m+1,rows),n] + 8*x[m,near(n-1,columns)]
            assert(y[m,n] == a + 16*x[m,near(n+2,columns)], "clamped")
            b = x[round_trip(m-2,rows),round_trip(n-1,columns)]
            assert(z[m,n] == b - 2*x[round_trip(m+1,rows),round_trip(n+1,columns)], "circular")
        endfor
    endfor
endfunction

function [] = check_cube(planes : int, rows : int, columns : int)
    x = zeros(planes, rows, columns)
    {!interpreted for}
    for k=0..planes-1
        {!interpreted for}
        for m=0..rows-1
            x[k,m,:] = mod((0..columns-1).*(7*k+3*m+1) + 5*m, 97)
        endfor
    endfor
    y = zeros(planes, rows, columns)
    parallel_do(size(x), x, y, star)
    {!interpreted for}
    for k=0..planes-1
        {!interpreted for}
        for m=0..rows-1
            {!interpreted for}
            for t=0..5
                n = t < 3 ? t : columns-6+t
                a = x[back(k-1,planes),m,n] - 2*x[back(k+1,planes),m,n] + 4*x[k,back(m-1,rows),back(n+1,columns)]
                assert(y[k,m,n] == a - 8*x[k,back(m+2,rows),back(n-1,columns)], "mirror")
            endfor
        endfor
    endfor
endfunction

check_matrix(70, 1200)
check_matrix(9, 8200)
check_matrix(5, 13)
check_cube(3, 20, 600)
check_cube(7, 5, 300)
check_cube(2, 3, 9000)
print "ok"
