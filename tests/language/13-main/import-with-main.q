% manual: 13.1 the main function of an imported file is passed over, also where its parameters would fit better
% expect: error parameters are: amount
import "lib-own-main.q"
function [] = main(amount)
    print half(amount)
endfunction
