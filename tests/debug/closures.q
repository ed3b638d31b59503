% Functions that hold variables of those around them.
function f = counter(start : int)
    state = {start}
    function y = next(by : int)
        state[0] = state[0] + by
        y = state[0]
    end
    f = next
end

function y = apply(f, x)
    y = f(x)
end

function [] = main()
    c = counter(10)
    k = 5
    add = x -> x + k
    print c(1)
    print apply(c, 2)
    print apply(add, 3)
    print apply(x -> x * 2, 4)
end
