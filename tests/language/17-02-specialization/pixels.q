% proves: 17.2 kernels that are compiled for the components of pixels give the same results for any number of them, in any order of launches
% expect: ok
% 1 to 5 components, one kernel after the other and back; images large enough that the number is compiled in, and small ones; borders.
function [] = __kernel__ mix(x : cube'unchecked, y : cube'unchecked, pos : ivec2)
    s = 0.0
    for c=0..size(x,2)-1
        s += (c+1)*x[pos[0],pos[1],c]
    endfor
    y[pos[0],pos[1],0] = s
    y[pos[0],pos[1],size(y,2)-1] += 0.5*x[pos[0],pos[1],0]
endfunction

function [] = __kernel__ blur(x : cube'clamped, y : cube'unchecked, pos : ivec2)
    for c=0..size(x,2)-1
        y[pos[0],pos[1],c] = x[pos[0]-1,pos[1],c] + 2*x[pos[0],pos[1]+1,c] + 4*x[pos[0]+1,pos[1]-1,c]
    endfor
endfunction

function [] = __kernel__ first_two(x : cube'mirror, y : cube'unchecked, pos : ivec2)
    y[pos[0],pos[1],0] = x[pos[0]-1,pos[1]+1,0] - x[pos[0]+2,pos[1],1]
endfunction

function [] = __kernel__ over_the_end(x : cube'clamped, y : cube'unchecked, pos : ivec2)
    y[pos[0],pos[1],0] = x[pos[0]-1,pos[1],-1] + x[pos[0],pos[1]-1,3]
endfunction

function [] = __kernel__ all_components(x : cube'circular, y : cube'unchecked, pos : ivec3)
    y[pos] = x[pos[0],pos[1]-1,pos[2]+1] - x[pos[0]+1,pos[1],pos[2]-1]
endfunction

function k = near(k, n)
    k = min(max(k, 0), n-1)
endfunction

function k = back(k, n)
    k = k < 0 ? -1-k : k >= n ? 2*n-1-k : k
endfunction

function [] = check(rows : int, columns : int, components : int)
    x = zeros(rows, columns, components)
    {!interpreted for}
    for m=0..rows-1
        {!interpreted for}
        for c=0..components-1
            x[m,:,c] = mod((0..columns-1).*(7*m+3*c+1) + 5*c, 31)
        endfor
    endfor
    y1 = zeros(rows, columns, components)
    y2 = zeros(rows, columns, components)
    y3 = zeros(rows, columns, components)
    y4 = zeros(rows, columns, components)
    y5 = zeros(rows, columns, components)
    parallel_do([rows,columns], x, y1, mix)
    parallel_do([rows,columns], x, y2, blur)
    if components > 1
        parallel_do([rows,columns], x, y3, first_two)
    endif
    parallel_do([rows,columns], x, y4, over_the_end)
    parallel_do(size(x), x, y5, all_components)
    {!interpreted for}
    for t=0..59
        m = t < 20 ? mod(t,3) : t < 40 ? rows-1-mod(t,3) : mod(37*t,rows)
        n = mod(t,4) == 0 ? 0 : mod(t,4) == 1 ? columns-1 : mod(91*t,columns)
        s = 0.0
        {!interpreted for}
        for c=0..components-1
            s += (c+1)*x[m,n,c]
            e = x[near(m-1,rows),n,c] + 2*x[m,near(n+1,columns),c] + 4*x[near(m+1,rows),near(n-1,columns),c]
            assert(y2[m,n,c] == e, "blur")
            e = x[m,mod(n-1+columns,columns),mod(c+1,components)] - x[mod(m+1,rows),n,mod(c-1+components,components)]
            assert(y5[m,n,c] == e, "all components")
        endfor
        assert(y1[m,n,0] == s + (components == 1 ? 0.5*x[m,n,0] : 0), "mix")
        assert(components == 1 || y1[m,n,components-1] == 0.5*x[m,n,0], "mix, last")
        if components > 1
            assert(y3[m,n,0] == x[back(m-1,rows),back(n+1,columns),0] - x[back(m+2,rows),n,1], "first two")
        endif
        assert(y4[m,n,0] == x[near(m-1,rows),n,0] + x[m,near(n-1,columns),near(3,components)], "over the end")
    endfor
endfunction

{!interpreted for}
for components=[3,1,4,5,2,3,1]
    check(260, 300, components)
    check(9, 11, components)
endfor
print "ok"
