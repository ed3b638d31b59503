% proves: 2.2.4 a declared size is checked at run time
% expect: error size|dimension|4
function y = take(a : cube(:,4,:))
    y = size(a,1)
endfunction
print take(zeros(2,4,3))
n = int(3)
m = n + 2
print take(zeros(2,m,3))
