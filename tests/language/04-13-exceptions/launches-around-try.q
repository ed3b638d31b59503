% proves: 4.13 a launch's error is caught by the try that it stands in, and by no other, whichever way leaves the body
% expect: stdout
%> outer: index 3000
%> outer: index 3000
%> continue 1 continue 2 
%> break
%> return, 2 arguments
%> return of a value
%> in a function: inner
%> work items catch their own: 1, outer
%> end
function [] = __kernel__ bad(c : vec'checked, pos : int)
  c[pos + 5] = 1.0
endfunction
function [] = __kernel__ tries(d : vec, pos : int)
  try
    d[pos] = 1
  catch ex
    d[pos] = 7
  endtry
endfunction

c = zeros(3000)
% what has failed before a try is not its body's
for k = 1..2
  try
    parallel_do(3000, c, bad)
    try
      if k == 1
        error("x")
      else
        n = 1
      endif
    catch ex
      print "inner"
    endtry
    print "not reached"
  catch ex
    print "outer: index 3000"
  endtry
endfor

text = ""
for k = 1..2
  try
    parallel_do(3000, c, bad)
    continue
  catch ex
    text = text + sprintf("continue %d ", k)
  endtry
endfor
print text
for k = 1..1
  try
    parallel_do(3000, c, bad)
    break
  catch ex
    print "break"
  endtry
endfor

function [] = leaves(c)
  try
    parallel_do(3000, c, bad)
    return
  catch ex
    print "return, 2 arguments"
  endtry
endfunction
leaves(c)
function y = gives(c)
  y = 0
  try
    parallel_do(3000, c, bad)
    return 2
  catch ex
    print "return of a value"
  endtry
endfunction
n = gives(c)
function [] = calls(c)
  parallel_do(3000, c, bad)
endfunction
try
  for k = 1..3
    try
      for j = 1..3
        if j == 2
          continue
        endif
        calls(c)
      endfor
    catch ex
      print "in a function: inner"
      break
    endtry
  endfor
catch ex
  print "in a function: outer"
endtry

d = zeros(100)
caught = 0
try
  parallel_do(3000, c, bad)
  parallel_do(100, d, tries)
catch ex
  caught = 1
endtry
assert(max(d) <= 1)
print "work items catch their own: ", caught, ", outer"
print "end"
