% proves: 13.1 missing arguments of main are an error that names them
% expect: error input output
% status: 2
function [] = main(input, output)
    print input
endfunction
