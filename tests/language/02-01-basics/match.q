% proves: 2.1(11) match over numbers, tuples, strings and anything else
% expect: stdout
%> one
%> three or four
%> three or four
%> text
%> else
function [] = tell(a)
    match a with
    | 1 -> print "one"
    | (3, 4) ->
        print "three or four"
    | "String" ->
        print "text"
    | _ -> print "else"
    endmatch
endfunction
tell(1)
tell(3)
tell(4)
tell("String")
tell(17)
