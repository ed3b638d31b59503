% proves: 14 a mask says which elements an assignment changes, for numbers and arrays of every type
% expect: ok
function [] = check(x, m, v)
    y = copy(x)
    y[m] = v
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            expected = m[i,j] ? v : x[i,j]
            assert(y[i,j] == expected)
        endfor
    endfor
endfunction

function [] = main()
    x = floor(rand(7, 9) * 100)
    m = x > 50
    check(x, m, -1)
    check(x, m, 2.5)
    check(uint8(x), m, 7)
    check(int16(x), m, -300)
    check(int32(x), m, 70000)
    check(complex(x, x), m, 3)
    check(complex(x, x), m, complex(1, 2))
    check(x, x < 0, 5)
    check(x, x >= 0, 5)
    % arrays of the same size, of other types, and of what the mask selects
    y = copy(x)
    y[m] = 2*x
    assert(max(abs(y - (x + m.*x))) == 0)
    y[m] = uint8(x)
    assert(max(abs(y - x)) == 0)
    y[m] = y
    assert(max(abs(y - x)) == 0)
    y[m] = 1..sum(m)
    assert(sum(y[m]) == sum(m)*(sum(m)+1)/2)
    y[m] += 1
    assert(sum(y[m]) == sum(m)*(sum(m)+3)/2)
    % what does not fit is an error, and nothing changes
    z = uint8(x)
    failed = false
    try
        z[m] = 300
    catch e
        failed = true
    endtry
    assert(failed && max(abs(z - x)) == 0)
    b = x > 20
    b[m] = false
    assert(all(b == (x > 20 && x <= 50)))
    b[b] = false
    assert(!any(b))
    print "ok"
endfunction
