% proves: 14 masks are evaluated in the order of the text, and `&&` and `||` of numbers no further than needed
% expect: stdout
%> of numbers 103
%> both 103
%> sum 1
%> either 2
%> added 199
%> of a table 99
%> of neither 1
%> decided 5 7 0
%> the mask before: operator > is not defined for complex numbers
%> the value first: the slice 0..99999 does not fit: index 1000 is outside z, a vector of 1000 elements: its indices are 0 to 999
%> also added: the slice 0..99999 does not fit: index 1000 is outside z, a vector of 1000 elements: its indices are 0 to 999
%> a part: index 2000 is outside p, a vector of 1000 elements: its indices are 0 to 999
%> the name first: the slice 0..200000 does not fit: index 1000 is outside z, a vector of 1000 elements: its indices are 0 to 999

function y = guarded(y, x, n)
    y[n > 0 && x[n-1] > 3] = 5
endfunction
function s = guarded_sum(x, n)
    s = sum(x[n > 0 && x[n] > 3])
endfunction
function y = either(x, n)
    y = x[n <= 0 || x[n] > 3] + 1
endfunction
function y = added(y, x, n)
    y[n <= 0 || x[n] > 3] += 100
endfunction
function y = of_a_table(x, n)
    y = x[x .* (n > 0 && x[n-1] > 3)] .* 1
endfunction
function s = not_either(z, x, n)
    s = mean(z[!(n > 0 || x > 2)])
endfunction
function y = decided(y, x, n)
    y[(n > 0 && x > 2) == 0] = 7
endfunction
function y = mask_before(x, z)
    y = x[z > 2] + x[2000]
endfunction
function y = value_first(y, x, t, z)
    y[x > t[9999]] = z[0..99999] + 1
endfunction
function y = value_first_added(y, x, t, z)
    y[x > t[9999]] += z[0..99999]
endfunction
function y = part(y, p, z)
    y[p[3000]..p[3001]] += z[p[2000]]
endfunction
function y = name_first(z)
    u = z[0..200000] - z[1..200001]
    y = zeros(numel(z)*1000, numel(z)*1000)
    y[0..200000] = u .* 2
endfunction
function [] = tell(what, f)
    try
        f()
        print(what)
    catch e
        printf("%s: %s", what, e)
    endtry
endfunction

function [] = main()
    x = ones(99)
    printf("of numbers %d", sum(guarded(copy(x), x, 0)))
    x[0] = 4
    printf("both %d", sum(guarded(ones(99), x, 1)))
    x[0] = 1
    printf("sum %d", guarded_sum(x, 0))
    printf("either %d", sum(either(x, 0)))
    printf("added %d", sum(added(copy(x), x, 0)))
    printf("of a table %d", sum(of_a_table(x, 0)))
    x[0] = 1
    printf("of neither %d", not_either(x, x, 1))
    y = decided(5 .* ones(99), x, 1)
    printf("decided %d %d %d", decided(5 .* ones(99), 3 .* x, 1)[0], y[98], sum(y == 5))
    z = ones(1000)
    tell("the mask before", () -> mask_before(z, complex(z, z)))
    tell("the value first", () -> value_first(copy(z), z, z, z))
    tell("also added", () -> value_first_added(copy(z), z, z, z))
    tell("a part", () -> part(copy(z), z, z))
    tell("the name first", () -> name_first(z))
endfunction
