% proves: 8.2 a variable that a loop gives a value behind a `break` or `continue` has none where no iteration came so far
% expect: stdout
%> t has no value
%> 3
%> u has no value
function [] = left(c)
    y = zeros(2000)
    for i=1999..-1..0
        if c < 2
            break
        endif
        t = 0.5*i
        y[i] += t
    endfor
    print t
endfunction
try
    left(1)
catch e
    print "t has no value"
endtry

function [] = passed(c)
    s = 0.0
    for i=0..1999
        if i > c
            break
        endif
        if i < 3 || c == 5
            continue
        endif
        u = i
        s += u
    endfor
    print u
endfunction
passed(3)
try
    passed(5)
catch e
    print "u has no value"
endtry
