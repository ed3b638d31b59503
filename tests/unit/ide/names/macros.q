% Macros, reductions, enumerations.
type level : enum
    Low = 1
    High
endtype
limit = 4
macro [y] = clipped(x, bound)
    y = min(x, bound + limit)
endmacro
function y = act(l : level)
    match l with
    | Low -> y = 1
    | High -> y = 2
    endmatch
endfunction
x = 7
a = clipped(x, limit)
b = clipped(a, bound:=x)
reduction (u : scalar) -> half_of(u) = u/2
print a, b, half_of(x + limit), act(level.High), clipped(3, 1)
