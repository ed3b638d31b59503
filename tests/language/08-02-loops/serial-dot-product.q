% expect: ok
% dotprod(x, y) is sum(x .* y), whose products have the precision of the vectors, in compiled serial loops too.

function y = compiled()
    y = zeros(7)
    t = 12345.678
    for i=0..999
        t = t*1.01 + 0.3
        if t > 50000
            t = t / 7.7
        endif
        y[mod(i,7)] = mod(dotprod([t, 1.0], [t, 1.0]), 1000) + mod(sum([t, 1.0] .* [t, 1.0]), 1000) + 0*y[mod(i+1,7)]
    endfor
endfunction

function y = interpreted()
    y = zeros(7)
    t = 12345.678
    {!interpreted for}
    for i=0..999
        t = t*1.01 + 0.3
        if t > 50000
            t = t / 7.7
        endif
        y[mod(i,7)] = mod(dotprod([t, 1.0], [t, 1.0]), 1000) + mod(sum([t, 1.0] .* [t, 1.0]), 1000) + 0*y[mod(i+1,7)]
    endfor
endfunction

assert(all(compiled() == interpreted()), compiled(), interpreted())
print "ok"
