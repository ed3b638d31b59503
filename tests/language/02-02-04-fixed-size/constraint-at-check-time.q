% proves: 2.2.4 a declared size is checked by the compiler where it knows
% expect: check-error a.*take.*cube\(:,4,:\)|cube\(:,4,:\)
function y = take(a : cube(:,4,:))
    y = size(a,1)
endfunction
print take(zeros(2,5,3))
