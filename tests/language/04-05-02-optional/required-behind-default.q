% manual: 4.5.2 a parameter without a default value needs an argument, wherever it stands
% expect: check-error without its argument `exponent`
function y = power_sum(base = 10, exponent)
    y = base ^ exponent
endfunction
print power_sum(2)
