% proves: 6.1 what a type parameter stands for is found in the arrays of a cell, also when the cell was written with braces
% expect: ok
function y = total_length[T](list : vec[vec[T]])
  y = cast(0, T)
  for i = 0..numel(list)-1
    y += numel(list[i])
  endfor
endfunction
made = vec[vec[scalar]](2)
made[0] = [1.0, 2]
made[1] = [1.0, 2, 3]
assert(total_length(made) == 5)
assert(total_length({[1, 2], [3]}) == 3)
assert(total_length(vec[vec[int]](2)) == 0)
caught = false
try
  total_length({[1, 2], "text"})
catch ex
  caught = true
endtry
assert(caught)
print "ok"
