% proves: 4.2 closure variables are read-only
% expect: check-error 5:.*`count`.*read-only
count = 0
function [] = step()
    count += 1
endfunction
step()
