% proves: 4.8.2 variadic function types
% expect: stdout
%> Stage 1
%> Stage 2
%> 3
function [] = helper(custom_print : [(...??) -> ()])
    custom_print("Stage ", 1)
    custom_print("Stage ", 2)
endfunction
function [] = myprint(...args)
    s = ""
    for i=0..numel(args)-1
        s = s + args[i]
    endfor
    print s
endfunction
helper(myprint)
fn2 : [(scalar, ...vec[scalar]) -> scalar] = (a, ...r) -> a + numel(r)
print fn2(1, 5, 6)
