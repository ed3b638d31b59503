% proves: 2.3 transposed, shifted and repeated arrays in an expression give what they give one by one
% expect: stdout
%> down by -1 [ 100, 64] 802550 4010976
%> right by -1 [ 100, 64] 401275 2004385
%> down and left by -1 [ 100, 64] 21114675 105510663
%> down by 0 [ 100, 64] 802550 4011102
%> right by 0 [ 100, 64] 401275 2005041
%> down and left by 0 [ 100, 64] 33777975 168779217
%> down by 1 [ 100, 64] 802550 4010847
%> right by 1 [ 100, 64] 401275 2004419
%> down and left by 1 [ 100, 64] 21114675 105598218
%> down by 2 [ 100, 64] 802550 4011173
%> right by 2 [ 100, 64] 401275 2004433
%> down and left by 2 [ 100, 64] 31985363 160015343
%> down by 7 [ 100, 64] 802550 4010343
%> right by 7 [ 100, 64] 401275 2008455
%> down and left by 7 [ 100, 64] 22741887 113709530
%> down by 99 [ 100, 64] 802550 4010976
%> right by 99 [ 100, 64] 401275 2005027
%> down and left by 99 [ 100, 64] 25172147 125724419
%> down by 100 [ 100, 64] 802550 4011102
%> right by 100 [ 100, 64] 401275 2005677
%> down and left by 100 [ 100, 64] 23215458 116029185
%> down by 103 [ 100, 64] 802550 4011572
%> right by 103 [ 100, 64] 401275 2008649
%> down and left by 103 [ 100, 64] 25126227 125693456
%> down by -200 [ 100, 64] 802550 4011102
%> right by -200 [ 100, 64] 401275 2003377
%> down and left by -200 [ 100, 64] 29368003 146803654
%> down by 501 [ 100, 64] 802550 4010847
%> right by 501 [ 100, 64] 401275 2004843
%> down and left by 501 [ 100, 64] 23067635 115305652
%> five points [ 100, 64] 501593.75 2507033
%> a part of it [ 100, 64] 767654 3839279
%> assigned [ 100, 64] 394875 1973438
%> to itself [ 100, 64] 401275 2004758
%> to itself in place [ 100, 64] 407675 2036749
%> sums 21114675 112
%> a vector [ 1, 64] 11844 58158
%> a vector as a row [ 1, 64] 0 351
%> a matrix of one row [ 1, 64] 11844 58158
%> a matrix of one column [ 64, 1] 11844 58158
%> whole numbers [ 100, 64] 632800 3148815
%> bytes [ 100, 64] -316400 -1574229
%> truth values [ 100, 64] 1300 6493
%> beside a part [ 100, 63] 20677875 103309293
%> complex numbers [ 100, 64] 3210200 16044153
%> a cube [ 50, 64, 2] 802550 4010697
%> a cube by two [ 50, 64, 2] 802550 4011712
%> transposed [ 64, 100] 808950 4047859
%> transposed twice [ 64, 100] 32975425 165074928
%> assigned [ 64, 100] 200637.5 1003967
%> symmetric [ 50, 50] 162868 812830
%> of itself [ 50, 50] 0 -1464
%> alone [ 50, 50] 0 1464
%> a vector [ 64, 1] 5986 28780
%> a matrix of one row [ 64, 1] 5986 28780
%> a matrix of one column [ 1, 64] 11844 56938
%> a sum 16888987.5
%> rows [ 100, 64] -190925 -954308
%> rows of a matrix [ 100, 64] -190925 -954308
%> columns [ 100, 64] 26060825 130199124
%> rows and columns [ 100, 64] 985800 4927292
%> channels [ 100, 64] 394875 1973560
%> of a matrix [ 100, 64, 3] 1203825 6018375
%> channels of a matrix [ 100, 64, 3] -1203825 -6018375
%> copies [ 200, 128] 1630700 8153944
%> a number of rows [ 100, 64] 190925 954308
%> once [ 100, 64] -401275 -2005551
%> assigned [ 100, 64] 190925 954308
%> to a part [ 100, 64] 389200 1945883
%> distances [ 100, 100] 74205000 370581255
%> a number and a matrix [ 64, 100] 1210225 6055793
%> and an expression [ 64, 100] 401275 2007934
%> a product of parts [ 100, 100] 2476645.3369140625 12383620.959960938
%> operator + needs arrays of the same size, but the left one is 100 x 64 and the right one is 64 x 100
%> operator + needs arrays of the same size, but the left one is 100 x 64 and the right one is 200 x 64
%> circshift: argument 2 has to be an array, but is a string
%> operator + needs arrays of the same size, but the left one is 100 x 64 and the right one is 99 x 64
%> operator + needs arrays of the same size, but the left one is 100 x 64 and the right one is 0 x 64
%> incompatible sizes of a matrix product: 100 x 64 times 100 x 64; for products of elements write .*

function [] = tell(name, y)
    weights = reshape(mod((0..numel(y)-1), 11), size(y))
    print name, " ", size(y), " ", sum(y), " ", sum(y .* weights)
endfunction

function [] = shifts(x, n, m)
    for s=[-1, 0, 1, 2, 7, n-1, n, n+3, -2*n, 5*n+1]
        y = x + circshift(x, [s,0])
        tell(sprintf("down by %d", s), y)
        y = 2*circshift(x, [1,s]) - x
        tell(sprintf("right by %d", s), y)
        y = circshift(x, s) .* circshift(x, [0,-s])
        tell(sprintf("down and left by %d", s), y)
    endfor
    y = (x + circshift(x,[1,0]) + circshift(x,[-1,0]) + circshift(x,[0,1]) + circshift(x,[0,-1])) / 4
    tell("five points", y)
    z = zeros(n, m)
    z[1..n-2,1..m-2] = circshift(x, [1,1])[1..n-2,1..m-2] + x[1..n-2,1..m-2]
    tell("a part of it", z)
    z[:,:] = circshift(x, [3,-2]) - 1
    tell("assigned", z)
    z[:,:] = circshift(z, [1,0]) + 1
    tell("to itself", z)
    z[:,:] = circshift(z, [0,0]) + 1
    tell("to itself in place", z)
    print "sums ", sum(circshift(x, [1,1]) .* x), " ", max(circshift(x, [1,1]) - x)
    v = x[3,:]
    tell("a vector", circshift(v, 2) + v)
    tell("a vector as a row", circshift(v, [5,-3]) - v)
    w = reshape(v, [1, m])
    tell("a matrix of one row", circshift(w, 2) + w)
    c = transpose(w)
    tell("a matrix of one column", circshift(c, 2) + c)
    k = mat[int32](n, m)
    b = mat[uint8](n, m)
    for i=0..n-1
        for j=0..m-1
            k[i,j] = mod(i*i + 3*j, 100)
            b[i,j] = mod(i*i + 3*j, 100)
        endfor
    endfor
    tell("whole numbers", circshift(k, [1,2]) + k)
    tell("bytes", circshift(b, [1,2]) - 2*b)
    tell("truth values", circshift(x > 100, [1,2]) + 0)
    z = x[0..n-1,0..m-2] .* circshift(x, [1,0])[0..n-1,1..m-1]
    tell("beside a part", z)
    o = complex(x, 2*x)
    y = circshift(o, [1,0]) * 1i + o
    tell("complex numbers", real(y) + 3*imag(y))
    q = reshape(x, [n/2, m, 2])
    tell("a cube", circshift(q, [1,2,1]) + q)
    tell("a cube by two", circshift(q, [1,2]) + q)
endfunction

function [] = transposes(x, n, m)
    y = 2*transpose(x) + 1
    tell("transposed", y)
    y = transpose(x) .* transpose(x) - transpose(2*x)
    tell("transposed twice", y)
    z = zeros(m, n)
    z[:,:] = transpose(x) / 2
    tell("assigned", z)
    s = x[0..49,0..49]
    tell("symmetric", (s + transpose(s)) / 2)
    s[:,:] = s - transpose(s)
    tell("of itself", s)
    s[:,:] = transpose(s)
    tell("alone", s)
    v = x[3,:]
    tell("a vector", transpose(v) + 1)
    w = reshape(v, [1, m])
    tell("a matrix of one row", transpose(w) + 1)
    tell("a matrix of one column", transpose(transpose(w)) + v)
    print "a sum ", sum(transpose(x) .* z)
endfunction

function [] = repeated(x, n, m)
    v = x[3,:]
    c = x[:,5]
    w = reshape(v, [1, m])
    tell("rows", x - repmat(v, [n,1]))
    tell("rows of a matrix", x - repmat(w, [n,1]))
    tell("columns", x .* repmat(c, [1,m]))
    tell("rows and columns", repmat(v, [n,1]) + repmat(c, [1,m]))
    tell("channels", reshape(x, [n, m, 1]) - 1)
    q = repmat(x, [1,1,3])
    tell("of a matrix", q)
    tell("channels of a matrix", q - 2*repmat(x, [1,1,3]))
    tell("copies", repmat(x, [2,2]) + 1)
    tell("a number of rows", repmat(v, n) - x)
    tell("once", repmat(x, [1,1]) - 2*x)
    y = zeros(n, m)
    y[:,:] = repmat(v, [n,1]) - x
    tell("assigned", y)
    y[0..n-1,2..m-1] = repmat(c, [1,m-2]) + 1
    tell("to a part", y)
endfunction

function [] = products(x, n, m)
    p = x[:,0..2]
    q = x[:,3..5]
    d = repmat(sum(p.*p, 1), [1, n]) + repmat(transpose(sum(q.*q, 1)), [n, 1]) - 2*p*transpose(q)
    tell("distances", d)
    k = 3
    tell("a number and a matrix", k*transpose(x) + 1)
    tell("and an expression", (k + 1)*transpose(x) - transpose(x)*k)
    a = x[0..n-1,0..m-1]*transpose(x) / 1024 + 1
    tell("a product of parts", a)
endfunction

function [] = errors(x, n, m)
    try
        y = x + transpose(x)
    catch e
        print e
    endtry
    try
        y = x + repmat(x, [2,1])
    catch e
        print e
    endtry
    try
        y = x + circshift(x, n > 3 ? "down" : 1)
    catch e
        print e
    endtry
    try
        y = x + repmat(x[0,:], [n-1,1])
    catch e
        print e
    endtry
    try
        y = x + repmat(x[0,:], [0,1])
    catch e
        print e
    endtry
    try
        y = x*x + transpose(x)
    catch e
        print e
    endtry
endfunction

function [] = main()
    n = 100
    m = 64
    x = reshape(mod((0..n*m-1), 127), [n, m]) * 1.0
    shifts(x, n, m)
    transposes(x, n, m)
    repeated(x, n, m)
    products(x, n, m)
    errors(x, n, m)
endfunction
