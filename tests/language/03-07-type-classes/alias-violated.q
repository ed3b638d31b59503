% proves: 3.7 a type class alias
% expect: error AllInt|int|type
% status: 2
type AllInt : [int|int8|int16|int32|uint8|uint32|uint64]
function y = halve(x : AllInt)
    y = int(x/2)
endfunction
print halve([1,2,3])
