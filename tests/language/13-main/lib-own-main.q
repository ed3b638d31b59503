function y = half(x)
    y = x / 2
endfunction
function [] = main()
    error "the main of the import"
endfunction
