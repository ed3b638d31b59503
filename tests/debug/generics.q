% A function of many types, one of a number, and an overloaded one.
function y = largest[T](a : T, b : T)
    y = a
    if b > a
        y = b
    endif
end

function y = describe(x : int)
    y = "integer"
end

function y = describe(x : vec)
    y = "vector"
end

function y = repeat_sum[N : int](x : scalar)
    y = 0.0
    for i = 1..N
        y = y + x
    end
end

function [] = main()
    print largest(3, 4)
    print largest(2.5, 1.5)
    print describe(3), describe([1.0, 2.0])
    print repeat_sum[3](1.5)
end
