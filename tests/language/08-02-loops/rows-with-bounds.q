% proves: 8.2 parts of arrays that a loop assigns, whose bounds are elements of small vectors, fields of objects, integers that scalars do not hold, or more than there can be
% expect: stdout
%> 240 240 240 240
%> 2520
%> 240 0
%> refused
%> refused
%> 60

type bounds : class
    k : int
    q : ivec2
endtype
function y = of_vector(x, r)
    y = copy(x)
    for i=0..size(x,0)-1
        y[i,r[0]..r[1]] = x[i,r[0]..r[1]] + 1
    endfor
endfunction
function y = of_integers(x, r : ivec2)
    y = copy(x)
    for i=0..size(x,0)-1
        y[i,r[0]..r[1]] = x[i,r[0]..r[1]] + 1
    endfor
endfunction
function y = of_field(x, o : bounds)
    y = copy(x)
    for i=0..size(x,0)-1
        y[i,o.q[0]..o.q[1]-o.k] = x[i,o.q[0]..o.q[1]-o.k] + 1
    endfor
endfunction
function y = of_scalars(x, r : vec2)
    y = copy(x)
    for i=0..size(x,0)-1
        y[i,r[0]..r[1]] = x[i,r[0]..r[1]] + 1
    endfor
endfunction
function [] = unchecked(y : mat'unchecked, r : ivec2)
    for i=0..size(y,0)-1
        y[i,0..r[1]+1] = 7
    endfor
endfunction
function y = beyond_scalars(x, k : int)
    y = copy(x)
    for i=0..size(x,0)-1
        y[i,0..k-9007199254740990] = x[i,0..k-9007199254740990] + 1
    endfor
endfunction
function y = product(x, a : int, b : int)
    y = copy(x)
    for i=0..size(x,0)-1
        y[i,0..a*b] = 7
    endfor
endfunction
function y = doubled(x, k : int)
    y = copy(x)
    for i=0..size(x,0)-1
        t0 = k + k
        t1 = t0 + t0
        t2 = t1 + t1
        t3 = t2 + t2
        t4 = t3 + t3
        t5 = t4 + t4
        t6 = t5 + t5
        t7 = t6 + t6
        t8 = t7 + t7
        t9 = t8 + t8
        t10 = t9 + t9
        t11 = t10 + t10
        t12 = t11 + t11
        t13 = t12 + t12
        t14 = t13 + t13
        t15 = t14 + t14
        t16 = t15 + t15
        t17 = t16 + t16
        t18 = t17 + t17
        t19 = t18 + t18
        t20 = t19 + t19
        t21 = t20 + t20
        t22 = t21 + t21
        t23 = t22 + t22
        t24 = t23 + t23
        t25 = t24 + t24
        t26 = t25 + t25
        t27 = t26 + t26
        y[i,0..t27] = 1
    endfor
endfunction
function [] = refuses(a : int, b : int)
    try
        y = product(zeros(60,300), a, b)
        print "taken ", sum(y)
    catch e
        print "refused"
    endtry
endfunction
function [] = main()
    x = zeros(60,300)
    print sum(of_vector(x, [2,5])), " ", sum(of_integers(x, int([2,5]))), " ", sum(of_field(x, bounds(k:=1, q:=int([2,6])))), " ", sum(of_scalars(x, [2,5]))
    y = zeros(60,300)
    unchecked(y, int([2,4]))
    print sum(y)
    print sum(beyond_scalars(x, 9007199254740993)), " ", sum(product(x, -1, 3))
    refuses(100000000000, 1)
    refuses(6442450944, 5726623062)
    print sum(doubled(x, 0))
endfunction
