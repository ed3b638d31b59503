% proves: 6.1, 4.8 each of a variadic parameter's arguments says what the type parameter stands for
% expect: ok
function y = largest[T](first : T, ...rest : vec[T])
  y = first
  for i = 0..numel(rest)-1
    y = max(y, rest[i])
  endfor
endfunction
assert(largest(3) == 3 && largest(3, 7, 5) == 7 && largest(1.5, 0.5) == 1.5)
function y = count_all[T](...items : vec[T])
  y = numel(items)
endfunction
assert(count_all(1, 2, 3) == 3 && count_all("a", "b") == 2)
caught = false
try
  late = (a, b) -> count_all(a, b)
  late(1, "x")
catch ex
  caught = true
endtry
assert(caught)
function y = chain[T](a : vec[T], ...more : vec[vec[T]])
  y = cast(numel(a), T)
  for i = 0..numel(more)-1
    y += more[i][0]
  endfor
endfunction
assert(chain([1.0, 2], [3.0], [4.0, 5]) == 9)
print "ok"
