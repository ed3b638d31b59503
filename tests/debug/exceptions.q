% Errors that are caught, raised again and not caught.
function [] = check(x : scalar)
    if x < 0
        error "negative: ", x
    endif
end

function y = careful(x : scalar)
    y = 0.0
    try
        check(x)
        y = sqrt(x)
    catch problem
        print "caught"
        y = -1.0
    end
end

function [] = main()
    print careful(4)
    print careful(-4)
    z = [1, 2, 3]
    check(-2)
end
