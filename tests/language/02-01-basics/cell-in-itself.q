% proves: 2.1 (16) arithmetic on a cell that contains itself is an error, not a crash
% expect: ok
x = cell(1)
x[0] = x
caught = 0
for k=0..4
  try
    match k with
    | 0 -> y = x + 1
    | 1 -> y = max(x, 1)
    | 2 -> y = abs(x)
    | 3 -> y = -x
    | _ -> y = copy(x)
    endmatch
  catch ex
    caught += 1
  endtry
endfor
assert(caught == 5, "each raises an error")
z = {1,{2,3}} + 1
assert(z[1][0] == 3, "nested cells still work")
print "ok"
