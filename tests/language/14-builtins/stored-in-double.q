% proves: 14 what is computed of arrays of single precision is rounded before a part of one of double precision gets it
% expect: stdout
%> masked 0.900000035762787 0.9 0.899999976158142
%> selected 0.900000035762787 0.9 0.899999976158142
%> part 0.900000035762787 0.9 0.899999976158142
%> added 9.90000003576279 9.9 9.89999961853027
%> together 0.900000035762787 0.9 0.899999976158142
%> scaled 0.9 0.9 0.900000035762787
%> number 0.1 0.1 0.100000001490116
%> under 9.90000003576279 9.9 9.89999961853027

function y = masked(y, x, c)
    y[x > 6] = x .* c
endfunction
function y = selected(y, x, c)
    y[x > 6] = x[x > 6] .* c
endfunction
function y = part(y, x, c)
    y[0..99] = x[0..99] .* c
endfunction
function y = added(y, x, c)
    y[0..99] += x[0..99] .* c
endfunction
function y = together(y, x, c)
    y[0..99] = x[0..99] .* c
    y[100..199] = x[100..199] .* c
endfunction
function y = scaled(y, x, c)
    y[x > 6] *= c
endfunction
function y = number(y, x, c)
    y[x > 6] = c
endfunction
function y = under(y, x, c)
    y[x > 6] += x[x > 6] .* c
endfunction
function [] = show(name, f)
    x = mod(7 .* (0..999), 10) .* 1.0
    d = vec[scalar'double](1000)
    d[:] = x
    printf("%s %.15g %.15g %.15g", name, (f(copy(d), x, 0.1))[7], (f(copy(d), d, 0.1))[7], (f(copy(x), d, 0.1))[7])
endfunction

function [] = main()
    show("masked", masked)
    show("selected", selected)
    show("part", part)
    show("added", added)
    show("together", together)
    show("scaled", scaled)
    show("number", number)
    show("under", under)
endfunction
