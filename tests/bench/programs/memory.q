% A matrix of 1 MB, made a million times (or as often as the argument says): memory stays as it is.
function [] = main(n = 1000000)
    s = 0.0
    for i = 1..n
        x = zeros(512, 512)
        s += numel(x)
    endfor
    print s
endfunction
